import { csvOf } from './export';

describe('rows as CSV', () => {
  it('quotes what holds a comma, a quote or a line end, by RFC 4180', () => {
    expect(csvOf(['a', 'b'], [{ a: 'x,y', b: 'he said "hi"\nand left' }])).toBe(
      'a,b\r\n"x,y","he said ""hi""\nand left"\r\n',
    );
  });

  it('makes text of what a spreadsheet would run', () => {
    expect(csvOf(['a'], [{ a: '=cmd|A0' }, { a: '@x' }, { a: -1 }])).toBe("a\r\n'=cmd|A0\r\n'@x\r\n-1\r\n");
  });

  it('leaves nothing for nothing, and JSON for what has parts', () => {
    expect(csvOf(['a', 'b'], [{ a: null, b: { k: 1 } }])).toBe('a,b\r\n,"{""k"":1}"\r\n');
  });
});
