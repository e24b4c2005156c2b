import {
  ALLOWED_TRANSITIONS,
  assertTransition,
  isAllowedTransition,
  isLive,
  isTerminal,
  JOB_STATUSES,
  type JobOrigin,
  type JobStatus,
  LIVE_STATUSES,
  TERMINAL_STATUSES,
} from './job-state.js';

const EDGES = new Set([
  'new→queued',
  'new→scheduled',
  'scheduled→queued',
  'queued→claimed',
  'claimed→running',
  'running→completed',
  'running→failed',
  'running→cancelled',
  'failed→scheduled',
  'failed→dead_letter',
  'claimed→queued',
  'running→queued',
  'claimed→scheduled',
  'claimed→dead_letter',
  'running→dead_letter',
  'queued→cancelled',
  'scheduled→cancelled',
  'claimed→cancelled',
  'dead_letter→queued',
]);

describe('job state', () => {
  it('allows exactly the documented edges, and throws on every other pair', () => {
    const origins: JobOrigin[] = ['new', ...JOB_STATUSES];
    for (const from of origins) {
      for (const target of JOB_STATUSES) {
        const isDocumented = EDGES.has(`${from}→${target}`);
        expect([from, target, isAllowedTransition(from, target)]).toEqual([from, target, isDocumented]);
        if (isDocumented) expect(() => assertTransition(from, target)).not.toThrow();
        else expect(() => assertTransition(from, target)).toThrow(`a job cannot go from ${from} to ${target}`);
      }
    }
  });

  it('refuses names that are no status, those of Object.prototype included', () => {
    for (const name of ['constructor', '__proto__', 'toString', '', 'QUEUED']) {
      expect(() => assertTransition(name as JobStatus, 'queued')).toThrow('a job cannot go');
      expect(() => assertTransition('queued', name as JobStatus)).toThrow('a job cannot go');
    }
  });

  it('is frozen at both levels', () => {
    expect(Object.isFrozen(ALLOWED_TRANSITIONS)).toBe(true);
    for (const targets of Object.values(ALLOWED_TRANSITIONS)) expect(Object.isFrozen(targets)).toBe(true);
    expect(Object.isFrozen(LIVE_STATUSES) && Object.isFrozen(TERMINAL_STATUSES)).toBe(true);
  });

  it('splits the statuses into live, terminal and failed, which is neither', () => {
    for (const status of JOB_STATUSES) {
      expect(Number(isLive(status)) + Number(isTerminal(status))).toBe(status === 'failed' ? 0 : 1);
    }
  });

  it('lets nothing leave completed or cancelled', () => {
    expect(ALLOWED_TRANSITIONS.completed).toEqual([]);
    expect(ALLOWED_TRANSITIONS.cancelled).toEqual([]);
  });
});
