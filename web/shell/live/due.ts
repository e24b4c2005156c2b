import type { Topic } from './topics';

/** A query on screen, as far as hints are concerned. Instants are milliseconds of one clock. */
export interface Followed {
  readonly hash: string;
  readonly topic: Topic;
  /** It is not asked again sooner than this after it was asked. */
  readonly gapMs: number;
  readonly askedAt: number;
  readonly isAsking: boolean;
}

interface Due {
  readonly hashes: readonly string[];
  /** When to look again: something is hinted, but has just been asked or is being asked. */
  readonly lookAgainMs: number | undefined;
}

/** While something is being asked, it is looked at again after this. */
const ASKING_MS = 250;

/**
 * Which queries are older than what was hinted of their topic. A hint during an answer's way makes the query due once more, for
 * nobody knows which came first; an answer under way is never cut off, or a slow one would never come.
 */
export function dueOf(followed: readonly Followed[], hintedAt: ReadonlyMap<Topic, number>, now: number): Due {
  const hashes: string[] = [];
  let lookAgainMs: number | undefined;
  const wait = (ms: number): void => {
    lookAgainMs = Math.min(lookAgainMs ?? ms, Math.max(1, ms));
  };
  for (const { hash, topic, gapMs, askedAt, isAsking } of followed) {
    const hinted = hintedAt.get(topic);
    if (hinted === undefined || hinted < askedAt) continue;
    const leftMs = askedAt + gapMs - now;
    if (isAsking) wait(Math.max(ASKING_MS, leftMs));
    else if (leftMs > 0) wait(leftMs);
    else hashes.push(hash);
  }
  return { hashes, lookAgainMs };
}
