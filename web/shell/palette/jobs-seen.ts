/** The end of an id, as lists show it: …c22ebbc7. */
const END_OF_ID = /^…?([0-9a-f]{4,12})$/i;
const MOST = 5;

/** Ids of jobs that end so, of those that answers on this page hold: what is on screen, or was a moment ago. */
export function jobsSeen(answers: readonly (readonly [unknown, unknown])[], typed: string): string[] {
  const end = END_OF_ID.exec(typed)?.[1]?.toLowerCase();
  if (end === undefined) return [];
  const ids = answers.flatMap(([, answer]) => idsOf(answer)).filter((id) => id.endsWith(end));
  return [...new Set(ids)].slice(0, MOST);
}

/** Of a page of a list, of its pages, or of the page of one job. */
function idsOf(answer: unknown): string[] {
  const { data, pages, job } = (answer ?? {}) as { data?: unknown; pages?: unknown; job?: { id?: string } };
  if (Array.isArray(pages)) return pages.flatMap(idsOf);
  const rows: { id?: unknown }[] = Array.isArray(data) ? data : job === undefined ? [] : [job];
  return rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}
