import { RotaError } from '../../kernel/errors.js';
import { assertIfMatch, etagOf, weakEtagOf } from './etag.js';

const outcome = (header: string | undefined, version = 7): string => {
  try {
    assertIfMatch(header, version);
    return 'ok';
  } catch (error) {
    return (error as RotaError).family;
  }
};

describe('ETag and If-Match', () => {
  it('writes strong and weak tags', () => {
    expect([etagOf(7), weakEtagOf(7)]).toEqual(['"7"', 'W/"7"']);
  });

  it.each([undefined, '*', ' * ', '"7"', '"1", "7"', '"1","7"', 'W/"1" , "7"', '"a,b","7"'])('matches %p', (header) => {
    expect(outcome(header)).toBe('ok');
  });

  it.each(['"6"', 'W/"7"', '"07"', '"7x"', '"1", "2"', '""'])('does not match %p', (header) => {
    expect(outcome(header)).toBe('precondition_failed');
  });

  it.each(['', '7', '"7', '"7" "8"', '"7",', 'w/"7"', '"7"; q=1', `"${'x'.repeat(2_000)}"`, '"é"', '*, "7"'])(
    'calls %p malformed',
    (header) => {
      expect(outcome(header)).toBe('malformed');
    },
  );
});
