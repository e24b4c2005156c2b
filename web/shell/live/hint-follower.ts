import type { Query, QueryClient } from '@tanstack/react-query';
import { dueOf, type Followed } from './due';
import type { Topic } from './topics';

/** What `useLive` notes on a query. */
export interface LiveMeta {
  readonly topic: Topic;
  readonly gapMs: number;
}

/** `meta` of a query that shows one moment until somebody asks for another: nothing that comes from afar renews it. */
export const STAYS_PUT = { staysPut: true } as const;

export const mayBeRenewed = ({ meta, state }: Pick<Query, 'meta' | 'state'>): boolean =>
  meta?.['staysPut'] !== true || state.data === undefined;

const liveMetaOf = (query: Query): LiveMeta | undefined => query.meta?.['live'] as LiveMeta | undefined;

/** Asks again for what is on screen and was hinted to have changed; what is not on screen is asked when it comes there. */
export class HintFollower {
  private readonly hintedAt = new Map<Topic, number>();
  private readonly askedAt = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly forget: () => void;

  constructor(private readonly queries: QueryClient) {
    this.forget = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'removed') this.askedAt.delete(event.query.queryHash);
      if (event.type === 'updated' && event.action.type === 'fetch') {
        this.askedAt.set(event.query.queryHash, performance.now());
      }
    });
  }

  hint(topic: Topic): void {
    this.hintedAt.set(topic, performance.now());
    void this.queries.invalidateQueries({
      predicate: (query) => liveMetaOf(query)?.topic === topic,
      refetchType: 'none',
    });
    this.look();
  }

  close(): void {
    clearTimeout(this.timer);
    this.forget();
  }

  private look(): void {
    clearTimeout(this.timer);
    const active = this.queries.getQueryCache().findAll({ type: 'active' });
    const { hashes, lookAgainMs } = dueOf(
      active.flatMap((query) => this.followedOf(query)),
      this.hintedAt,
      performance.now(),
    );
    for (const hash of hashes) {
      const predicate = ({ queryHash }: Query): boolean => queryHash === hash;
      void this.queries.refetchQueries({ predicate, type: 'active' }, { cancelRefetch: false });
    }
    if (lookAgainMs !== undefined) this.timer = setTimeout(() => this.look(), lookAgainMs);
  }

  private followedOf(query: Query): Followed[] {
    const live = liveMetaOf(query);
    if (live === undefined || query.isDisabled()) return [];
    const { queryHash: hash, state } = query;
    return [{ hash, ...live, askedAt: this.askedAt.get(hash) ?? 0, isAsking: state.fetchStatus !== 'idle' }];
  }
}
