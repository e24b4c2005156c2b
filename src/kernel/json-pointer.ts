const MAX_STEP_LENGTH = 200;

/** One step of a JSON pointer, escaped as RFC 6901 §3 says. Keys come from callers: they are cleaned and cut. */
export function pointerStep(key: string | number): string {
  if (typeof key === 'number') return `/${key}`;
  const text = key.slice(0, MAX_STEP_LENGTH).toWellFormed().replaceAll('\0', '\uFFFD');
  return `/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
