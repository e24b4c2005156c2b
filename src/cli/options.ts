import { InvalidArgumentError, Option } from 'commander';

export const YES = new Option('-y, --yes', 'do not ask');
export const PROJECT = new Option('-p, --project <project>', 'id or name; not needed where there is only one');
export const REASON = new Option('--reason <text>', 'for the audit log and for whoever looks at it');
export const DIRECTORY = new Option('--directory <folder>', 'write below this folder').default('.');

/** A whole number within bounds; the parser says which option is wrong. */
export function whole(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
  };
}

/** `name=value`, any number of times. */
export function collectPairs(text: string, known: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must look like name=value.');
  return { ...known, [text.slice(0, at)]: text.slice(at + 1) };
}
