import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A compose file as Compose sees it: merge keys resolved, variables still as written. */
export function readCompose(file) {
  return parse(readFileSync(file, 'utf8'), { merge: true });
}

/** Several files as one: mappings are merged name by name, what stands in a later file wins. Lists, which Compose appends, are refused. */
export function readComposeFiles(files) {
  return files.map((file) => readCompose(file)).reduce((all, next) => merged(all, next));
}

function merged(before, after) {
  const isMapping = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (Array.isArray(after) && before !== undefined) throw new Error('lists of several compose files are not rehearsed');
  if (!isMapping(before) || !isMapping(after)) return after;
  const names = Object.entries(after).map(([name, value]) => [name, merged(before[name], value)]);
  return { ...before, ...Object.fromEntries(names) };
}

/**
 * `${NAME:-default}` and `${NAME:?message}`, over every string of a value; a name without a value stands for the variable of that name,
 * and stays null where there is none. @throws Error with the message of a variable that is missing
 */
export function interpolate(value, variables) {
  if (typeof value === 'string') return interpolateText(value, variables);
  if (Array.isArray(value)) return value.map((item) => interpolate(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  const items = Object.entries(value).map(([key, item]) => [
    key,
    item === null ? (variables[key] ?? null) : interpolate(item, variables),
  ]);
  return Object.fromEntries(items);
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
