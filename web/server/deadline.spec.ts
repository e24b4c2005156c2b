import { jest } from '@jest/globals';
import { Deadline } from './deadline';

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('a deadline', () => {
  const nobody = new AbortController().signal;
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('ends what takes longer', async () => {
    const deadline = new Deadline(1_000, nobody);
    const aborted = whenAborted(deadline.signal);
    jest.advanceTimersByTime(999);
    expect([deadline.isOver, deadline.signal.aborted]).toEqual([false, false]);
    jest.advanceTimersByTime(1);
    await aborted;
    expect(deadline.isOver).toBe(true);
  });

  it('is not over because whoever asked has left, but that ends it as well', () => {
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal);
    caller.abort();
    expect([deadline.isOver, deadline.signal.aborted]).toEqual([false, true]);
  });

  it('that was lifted ends nothing', () => {
    const deadline = new Deadline(1_000, nobody);
    deadline.lift();
    jest.advanceTimersByTime(10_000);
    expect([deadline.isOver, deadline.signal.aborted]).toEqual([false, false]);
  });
});
