import type { ClaimedJob } from '../claiming/index.js';
import { HeldJob } from './held-job.js';
import { HeldJobContext } from './job-context.js';
import type { JobCells } from './run-counters.js';

/** What a handler in plain JavaScript says reaches the sink as what the interface promises. */
function progressOf(percent: unknown, message: unknown): unknown {
  const job = new HeldJob(1, {} as ClaimedJob, 0, {} as JobCells);
  job.state = 'running';
  const told: unknown[] = [];
  const sink = { log: () => undefined, progress: (_job: HeldJob, json: string) => void told.push(JSON.parse(json)) };
  new HeldJobContext(job, sink).progress(percent as number, message as string);
  return told[0];
}

describe('the progress of a job', () => {
  it.each<[string, unknown, unknown]>([
    ['a text', 'half', 'half'],
    ['an object', { a: 1 }, '[object Object]'],
    ['a number', 7, '7'],
    ['text that PostgreSQL refuses', 'a\u0000\ud800', 'a\ufffd\ufffd'],
  ])('has a message that is a text, made of %s', (_name, message, shown) => {
    expect(progressOf(50, message)).toEqual({ percent: 50, message: shown });
  });

  it('has no message that says nothing', () => {
    expect(progressOf(50, null)).toEqual({ percent: 50 });
    expect(progressOf(50, undefined)).toEqual({ percent: 50 });
  });

  it('keeps its percentage beside a message of any length, which is cut', () => {
    const { percent, message } = progressOf(50, 'é'.repeat(1_000_000)) as { percent: number; message: string };
    expect(percent).toBe(50);
    expect(Buffer.byteLength(message)).toBeGreaterThan(500);
    expect(Buffer.byteLength(message)).toBeLessThan(1_024);
  });

  it.each([Number.NaN, Infinity, '50', undefined, 5n])('is not what is no number: %p', (percent) => {
    expect(progressOf(percent, 'x')).toBeUndefined();
  });
});
