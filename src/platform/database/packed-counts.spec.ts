import { unpackCounts } from './packed-counts.js';

describe('counts of a packed sum', () => {
  it.each([
    [null, []],
    ['0', [0]],
    ['7', [7]],
    ['30000000000', [0, 3]],
    ['10000000005', [5, 1]],
    ['99999999990000000001', [1, 9_999_999_999]],
    [`2${'0'.repeat(19)}4`, [4, 0, 2]],
  ])('%s: %j', (sum, counts) => expect(unpackCounts(sum)).toEqual(counts));
});
