import { keptFile } from '../../scripts/kept-output.mjs';
import { Log } from '../../src/platform/logging/index.js';

let append: ReturnType<typeof keptFile>;

/** What runs inside of the test is silent, or as talkative as it can be where logs are kept to be searched. */
export function testLog(): Log {
  append ??= keptFile('in-process');
  return append ? new Log({ level: 'trace', destination: { write: append } }) : new Log({ level: 'silent' });
}
