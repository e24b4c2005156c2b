import { isPlainText } from './plain-text.decorator.js';

describe('IsPlainText', () => {
  const bounds = { min: 1, max: 5 };

  it.each([['a'], ['ab cd'], ['ÄÖÜ'], ['👩👩👩👩👩'], ['<b>']])('takes %p', (text) => {
    expect(isPlainText(text, bounds)).toBe(true);
  });

  it.each([
    [''],
    ['   '],
    ['abcdef'],
    ['a\u0000b'],
    ['a\nb'],
    ['\u001b[1m'],
    ['a\ud800'],
    ['\u200b\ufeff'],
    ['a\u202eb'],
    ['\u2066a'],
    [7],
    [null],
    [undefined],
    [{}],
    [['a']],
  ])('refuses %p', (value) => {
    expect(isPlainText(value, bounds)).toBe(false);
  });

  it('counts characters as the database does, so that no text passes here and fails there', () => {
    expect(isPlainText('☎️☎️☎️', bounds)).toBe(false); // three glyphs, six code points
  });

  it('takes line breaks only where they are meant', () => {
    expect(isPlainText('a\nb', { ...bounds, isMultiline: true })).toBe(true);
    expect(isPlainText('a\u0007b', { ...bounds, isMultiline: true })).toBe(false);
  });
});
