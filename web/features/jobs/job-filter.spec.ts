import { chipValueOf, parseQuery, printQuery, requestOf } from './job-filter';

describe('the query of the jobs in one line', () => {
  it('reads what it prints', () => {
    const filters = { status: 'running', queue: 'emails', label: 'customer:4711', since: '24h' };
    expect(parseQuery(printQuery(filters)).filters).toEqual(filters);
  });

  it('keeps values with spaces together in quotes', () => {
    const filters = { queue: 'two words', label: 'note:he said "hi"' };
    expect(parseQuery(printQuery(filters)).filters).toEqual(filters);
  });

  it('opens a job by its id', () => {
    const id = '019C2E4B-0000-7000-8000-00008B42DA6F';
    expect(parseQuery(` ${id} `)).toEqual({ filters: {}, jobId: id.toLowerCase() });
  });

  it.each(['emails', 'color:red', 'status:asleep', 'since:yesterday'])('says what is wrong with %p', (text) => {
    expect(parseQuery(text).fault).toEqual(expect.any(String));
  });

  it('leaves out of a request what the interface would refuse', () => {
    expect(requestOf({ status: 'asleep', since: 'x', queue: 'emails' })).toEqual({ queue: 'emails' });
  });

  it('is shown with its instants in the zone of who looks', () => {
    const now = Date.parse('2026-11-29T20:00:00Z');
    expect(chipValueOf('since', '2026-11-29T12:00:00.000Z', 'Europe/Berlin', now)).toBe('13:00:00');
    expect(chipValueOf('since', '24h', 'Europe/Berlin', now)).toBe('last 24 h');
    expect(chipValueOf('label', 'day:2026-11-29', 'Europe/Berlin', now)).toBe('day:2026-11-29');
  });
});
