import { parseExact, printExact } from './exact-json';

describe('JSON as it was written', () => {
  it('keeps numbers that no double holds', () => {
    const text = '{"big":90071992547409931234,"small":1e-400,"exact":0.1000}';
    expect(printExact(parseExact(text), 0)).toBe(text);
  });

  it('keeps the order of keys, also of those that look like numbers', () => {
    expect(printExact(parseExact('{"b":1,"2":2,"1":[]}'), 0)).toBe('{"b":1,"2":2,"1":[]}');
  });

  it('keeps __proto__ a key like others', () => {
    expect(printExact(parseExact('{"__proto__":{"a":1}}'), 0)).toBe('{"__proto__":{"a":1}}');
  });

  it('indents for reading', () => {
    expect(printExact(parseExact('{"a":[1,{}]}'))).toBe('{\n  "a": [\n    1,\n    {}\n  ]\n}');
  });

  it.each(['', '{', '{"a":}', '[1,]', '"open', 'nul', '{} {}'])('refuses %p', (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError);
  });
});
