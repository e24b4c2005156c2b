import { topicOf } from './topics';

describe('a hint', () => {
  it('names its topic', () => {
    expect(topicOf('{"topic":"dead-letters","version":3}')).toBe('dead-letters');
  });

  it.each(['', 'null', '{}', '{"topic":"moons"}', '{"topic":["jobs"]}'])('that says %p is left out', (data) => {
    expect(topicOf(data)).toBeUndefined();
  });
});
