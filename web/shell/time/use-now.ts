'use client';

import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock';

type Listener = () => void;

/** One timer for all that count: a page with fifty countdowns wakes once. */
class Ticker {
  private readonly listeners = new Set<Listener>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private value = 0;

  constructor(private readonly everyMs: number) {}

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    this.timer ??= setInterval(this.tick, this.everyMs);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  };

  readonly read = (): number => {
    if (this.value === 0 || this.timer === undefined) this.value = this.now();
    return this.value;
  };

  private readonly now = (): number => Math.floor(serverNow() / this.everyMs) * this.everyMs;

  private readonly tick = (): void => {
    const now = this.now();
    if (now === this.value) return;
    this.value = now;
    for (const listener of this.listeners) listener();
  };
}

const tickers = { second: new Ticker(1_000), tenth: new Ticker(100) } as const;

/** The instant, in milliseconds, renewed every second or tenth of one; 0 while rendered on the server. */
export function useNow(grain: keyof typeof tickers = 'second'): number {
  const ticker = tickers[grain];
  return useSyncExternalStore(ticker.subscribe, ticker.read, () => 0);
}
