export interface Change {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'same';
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Json = Record<string, unknown> | null;

/** Field by field, nested ones by their path: what was, and what is. Fields that stayed come last. */
export function changesBetween(before: Json, after: Json): Change[] {
  const [old, next] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...old.keys(), ...next.keys()])];
  return paths
    .map((path): Change => {
      const [was, is] = [old.get(path), next.get(path)];
      const kind = was === undefined ? 'added' : is === undefined ? 'removed' : was === is ? 'same' : 'changed';
      return { path, kind, before: was, after: is };
    })
    .toSorted((a, b) => Number(a.kind === 'same') - Number(b.kind === 'same'));
}

function leavesOf(json: Json): Map<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
      for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`);
    } else if (path !== '') {
      leaves.set(path, typeof value === 'string' ? plainly(value) : JSON.stringify(value));
    }
  };
  walk(json, '');
  return leaves;
}

/** Payloads are not on record, only which keys they had: `[object with keys a, b]`. */
const plainly = (text: string): string => text.replace(/^\[object with keys (.*)\]$/s, '{ $1 } (values not recorded)');

/** What a row says of it: "name, scopes" or "maxAttempts 5 → 8". */
export function summaryOf(before: Json, after: Json): string {
  if (before === null && after === null) return '';
  const changed = changesBetween(before, after)
    .filter(({ kind, before: was, after: is }) => kind !== 'same' && (is ?? was) !== 'null')
    .toSorted((a, b) => Number(b.path === 'name') - Number(a.path === 'name'));
  if (before === null) return changed.map(({ path, after: is }) => `${path} ${is}`).join(', ');
  // Of what was resumed or deleted only the state before is on record: it must not read as if it still held.
  if (after === null)
    return changed.length === 0 ? '' : `was: ${changed.map(({ path, before: was }) => `${path} ${was}`).join(', ')}`;
  return changed.map(({ path, before: was, after: is }) => `${path} ${was ?? '–'} → ${is ?? '–'}`).join(', ');
}
