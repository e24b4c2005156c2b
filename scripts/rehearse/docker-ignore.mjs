import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Answers which paths of the build context Docker leaves out: the last pattern that matches a path, or a folder above it, decides. */
export function ignoredBy(file) {
  const patterns = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isException: line.startsWith('!'), pattern: line.replace(/^!/, '').replace(/\/$/, '') }));
  return (relative) => {
    const parts = relative.split(path.sep);
    const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    let isIgnored = false;
    for (const { pattern, isException } of patterns) {
      if (prefixes.some((prefix) => expressionOf(pattern).test(prefix))) isIgnored = !isException;
    }
    return isIgnored;
  };
}

const MEANINGS = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

/** Docker's asterisk takes files with a leading dot, too. */
function expressionOf(pattern) {
  const source = pattern.replaceAll(/\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (part) => MEANINGS[part] ?? `\\${part}`);
  return new RegExp(`^${source}$`);
}
