import { setHostAhead } from '../../kernel/shared-clock.js';
import type { Session } from '../database/index.js';

export interface HostClock {
  /** How far the clock of this host is ahead of the database's; negative: behind. */
  readonly aheadMs: number;
  /** Half of the way there and back. */
  readonly uncertaintyMs: number;
}

export async function measureHostClock(session: Session): Promise<HostClock> {
  // Of the monotonic clock: the other one may be set meanwhile.
  const sentAtMs = performance.now();
  const [row] = await session.query<{ nowMs: number }>(
    'SELECT (1000 * extract(epoch FROM clock_timestamp()))::float8 AS "nowMs"',
  );
  const hostMs = Date.now();
  if (!row) throw new Error('the database told no time');
  const uncertaintyMs = (performance.now() - sentAtMs) / 2;
  return { aheadMs: hostMs - uncertaintyMs - row.nowMs, uncertaintyMs };
}

/** From here on ids and tokens of this process carry the time of the database. */
export async function followDatabaseClock(session: Session): Promise<HostClock & { readonly isStep: boolean }> {
  const measured = await measureHostClock(session);
  return { ...measured, isStep: setHostAhead(measured.aheadMs, measured.uncertaintyMs) };
}
