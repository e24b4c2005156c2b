import { NonRetryableError } from '../../../kernel/handler-errors.js';
import { aJobContext } from '../../../../test/support/handlers.js';
import { FailHandler } from './fail.handler.js';
import { NoopHandler } from './noop.handler.js';
import { SleepHandler } from './sleep.handler.js';

describe('diagnostic handlers', () => {
  it('noop has no result', async () => {
    expect(await new NoopHandler().handle()).toBeNull();
  });

  it('sleep waits, and reports progress up to 100', async () => {
    const context = aJobContext();
    const { sleptMs } = await new SleepHandler().handle({ durationMs: 50 }, context);
    expect(sleptMs).toBeGreaterThanOrEqual(49);
    expect(context.percents).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  });

  it('sleep ends when its job is aborted', async () => {
    const job = new AbortController();
    const work = new SleepHandler().handle({ durationMs: 3_600_000 }, aJobContext({ signal: job.signal }));
    job.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('fail fails always, or for the first attempts, or for good', async () => {
    const handler = new FailHandler();
    await expect(handler.handle({ message: 'x' }, aJobContext({ attempt: 1000 }))).rejects.toThrow('x');
    await expect(handler.handle({ message: 'x', times: 2 }, aJobContext({ attempt: 2 }))).rejects.toThrow('x');
    expect(await handler.handle({ message: 'x', times: 2 }, aJobContext({ attempt: 3 }))).toEqual({
      failedAttempts: 2,
    });
    await expect(handler.handle({ message: 'x', nonRetryable: true }, aJobContext())).rejects.toBeInstanceOf(
      NonRetryableError,
    );
  });
});
