import type { Session } from '../../platform/database/index.js';

export interface QueueName {
  readonly id: string;
  readonly project: string;
  readonly queue: string;
}

const NAMES = 'SELECT id, project_id AS project, name AS queue FROM queues WHERE id = ANY ($1::uuid[])';
const FRESH_MS = 60_000;
const MAX_KNOWN = 5_000;

/** What queues are called, for figures that are kept by id. A new name is seen after a minute; a queue that is gone keeps its last one. */
export class QueueNames {
  private readonly known = new Map<string, QueueName & { readonly readAtMs: number }>();

  constructor(private readonly session: Session) {}

  /** Those that are known; a look-up that fails is made again by the next call. */
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, QueueName>> {
    const nowMs = performance.now();
    const stale = ids.filter((id) => nowMs - (this.known.get(id)?.readAtMs ?? -Infinity) > FRESH_MS);
    if (stale.length > 0) {
      if (this.known.size > MAX_KNOWN) this.known.clear();
      const found = await this.session.query<QueueName>(NAMES, [stale]).catch(() => []);
      for (const name of found) this.known.set(name.id, { ...name, readAtMs: nowMs });
    }
    return this.known;
  }
}
