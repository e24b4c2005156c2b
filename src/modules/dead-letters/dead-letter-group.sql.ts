export const GROUP_KEY_CHARACTERS = 32;
/** Of a message so much counts: what follows is seldom what tells two errors apart. */
const MESSAGE_CHARACTERS = 300;
/** What differs from job to job though the error is the same: ids, numbers, and whatever stands in quotes. */
const VARYING = [
  '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
  '0x[0-9a-fA-F]+',
  '\\m[0-9a-fA-F]{16,}\\M',
  '"[^"]*"',
  // An apostrophe within a word opens nothing.
  "(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])",
  '`[^`]*`',
  '[0-9]+',
].join('|');

/** The message of the last error with what varies replaced by `#`; null without one. */
export const patternOf = (letter: string): string =>
  `regexp_replace(left(${letter}.error ->> 'message', ${MESSAGE_CHARACTERS}), '${VARYING}', '#', 'g')`;

/** The key of the group of a letter: its queue, its handler, and the name and pattern of its error. */
export const groupKeyOf = (letter: string): string => {
  const parts = [`${letter}.queue_id::text`, `${letter}.handler`, `${letter}.error ->> 'name'`, patternOf(letter)];
  const text = parts.map((part) => `coalesce(${part}, '')`).join(` || E'\\x1f' || `);
  return `left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), ${GROUP_KEY_CHARACTERS})`;
};
