import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Only its owner may read the file, from its first byte on; readers see the old content or the new, never a part. */
export function writePrivateFile(file, text) {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function writePrivateJson(file, content) {
  writePrivateFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Undefined when there is no such file. @throws Error when it is damaged */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${error.message}`, { cause: error });
  }
}
