import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import { type AttemptCount, type AttemptRules, AttemptStore } from './attempt.store.js';
import { AuthConfig } from './auth.config.js';
import { HashTurns } from './hash-turns.js';

const LOOK_AGAIN_MS = 25;
const MAX_REMEMBERED = 10_000;

/**
 * Bounds how often a secret may be guessed: so many *failed* attempts per subject and window, over all api processes. An attempt is
 * written down before the secret is checked and taken back when it was right, so no number of parallel guesses gets past the limit,
 * and no number of people who know their password is refused for it: they wait for each other at most.
 */
@Injectable()
export class AttemptLimiter {
  private readonly rules: AttemptRules;
  private readonly turns: HashTurns;
  /** Subjects over the limit, until when by our own clock: a flood of refused attempts costs the database nothing. */
  private readonly refusedUntilMs = new Map<string, number>();

  constructor(
    private readonly database: AppDatabase,
    private readonly store: AttemptStore,
    private readonly config: AuthConfig,
  ) {
    this.rules = { limit: config.authFailureLimit, windowSeconds: config.authFailureWindowSeconds };
    this.turns = new HashTurns({ concurrency: config.passwordHashConcurrency, waitMs: config.passwordHashWaitMs });
  }

  /**
   * Runs `check`, which answers undefined for a wrong secret. An error that it throws is no verdict and does not count.
   * Throws `rate_limited` AUTH_RATE_LIMITED, `unavailable` AUTH_BUSY.
   */
  async attempt<Result>(
    subjects: readonly string[],
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    if (this.rules.limit === 0) return check();
    this.refuseRemembered(subjects);
    return this.turns.take(() => this.decide(subjects, check));
  }

  private async decide<Result>(
    subjects: readonly string[],
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const id = await this.reserve(subjects);
    let result: Result | undefined;
    try {
      result = await check();
    } catch (error) {
      await this.store.remove(this.database, id, subjects);
      throw error;
    }
    if (result === undefined) await this.store.markFailed(this.database, id, subjects);
    else await this.store.remove(this.database, id, subjects);
    return result;
  }

  private async reserve(subjects: readonly string[]): Promise<string> {
    const id = newId();
    const givesUpAtMs = performance.now() + this.config.passwordHashWaitMs;
    for (;;) {
      const counts = await this.database.transaction(async (session) => {
        await this.store.lock(session, subjects);
        const found = await this.store.count(session, subjects, this.rules);
        if (found.every(({ failed, pending }) => failed + pending < this.rules.limit)) {
          await this.store.insert(session, id, subjects);
          return undefined;
        }
        return found;
      });
      if (counts === undefined) return id;
      const over = counts.filter(({ failed }) => failed >= this.rules.limit);
      if (over.length > 0) throw this.refuse(over);
      // What others are checking right now decides: they may all be right.
      if (performance.now() > givesUpAtMs) throw busy();
      await delay(LOOK_AGAIN_MS);
    }
  }

  private refuse(over: readonly AttemptCount[]): RotaError {
    const nowMs = performance.now();
    for (const { subject, freeInSeconds } of over) {
      if (this.refusedUntilMs.size >= MAX_REMEMBERED) this.refusedUntilMs.clear();
      this.refusedUntilMs.set(subject, nowMs + freeInSeconds * 1_000);
    }
    return this.refusal(Math.max(...over.map(({ freeInSeconds }) => freeInSeconds)));
  }

  private refuseRemembered(subjects: readonly string[]): void {
    const nowMs = performance.now();
    for (const subject of subjects) {
      const untilMs = this.refusedUntilMs.get(subject) ?? 0;
      if (untilMs > nowMs) throw this.refusal((untilMs - nowMs) / 1_000);
      this.refusedUntilMs.delete(subject);
    }
  }

  private refusal(resetSeconds: number): RotaError {
    const { limit, windowSeconds } = this.rules;
    return new RotaError('rate_limited', 'AUTH_RATE_LIMITED', 'too many failed attempts: try again later', {
      retryAfterMs: resetSeconds * 1_000,
      rateLimit: { policy: 'auth-failures', limit, windowSeconds, remaining: 0, resetSeconds },
    });
  }
}

function busy(): RotaError {
  return new RotaError('unavailable', 'AUTH_BUSY', 'too many sign-ins at once, try again', { retryAfterMs: 1_000 });
}
