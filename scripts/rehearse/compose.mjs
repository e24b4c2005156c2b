import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A compose file as Compose sees it: merge keys resolved, variables still as written. */
export function readCompose(file) {
  return parse(readFileSync(file, 'utf8'), { merge: true });
}

/** `${NAME:-default}` and `${NAME:?message}`, over every string of a value. @throws Error with the message of a variable that is missing */
export function interpolate(value, variables) {
  if (typeof value === 'string') return interpolateText(value, variables);
  if (Array.isArray(value)) return value.map((item) => interpolate(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolate(item, variables)]));
}

function interpolateText(text, variables) {
  return text.replaceAll(/\$\{([A-Z0-9_]+)(?::([-?])([^}]*))?\}/g, (_, name, operator, rest) => {
    const value = variables[name];
    if (value !== undefined && value !== '') return value;
    if (operator === '?') throw new Error(`${name}: ${rest}`);
    return rest ?? '';
  });
}

/** A file of `NAME=value` lines, as Compose and Node read `.env`. */
export function readEnvFile(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const pairs = lines
    .filter((line) => /^[A-Z0-9_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  return Object.fromEntries(pairs);
}
