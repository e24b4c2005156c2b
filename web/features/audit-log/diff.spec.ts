import { summaryOf } from './diff';

describe('the summary of an audit entry', () => {
  it('tells what was and what is', () => {
    expect(summaryOf({ maxAttempts: 5 }, { maxAttempts: 8 })).toBe('maxAttempts 5 → 8');
    expect(summaryOf(null, { name: 'ci' })).toBe('name ci');
  });

  it('does not let what was resumed read as still paused', () => {
    expect(summaryOf({ pausedAt: '2026-11-29T12:00:00Z', pausedReason: 'deploy' }, null)).toBe(
      'was: pausedAt 2026-11-29T12:00:00Z, pausedReason deploy',
    );
  });

  it('says of a payload which keys it had', () => {
    expect(summaryOf(null, { payload: '[object with keys durationMs]' })).toBe(
      'payload { durationMs } (values not recorded)',
    );
  });
});
