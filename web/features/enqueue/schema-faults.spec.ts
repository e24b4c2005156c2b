import { faultsBySchema } from './schema-faults';

const SCHEMA = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    method: { type: 'string', enum: ['GET', 'POST'] },
    times: { type: 'integer' },
    body: {},
    note: { type: ['string', 'null'] },
  },
  required: ['url'],
  additionalProperties: false,
};

describe('a payload while it is typed', () => {
  it('is as its handler wants it', () => {
    const payload = '{ "url": "http://a", "method": "GET", "times": 3, "body": [1], "note": null }';
    expect(faultsBySchema(payload, SCHEMA)).toBeUndefined();
  });

  it.each([
    ['{}', 'url is required'],
    ['{ "url": 1 }', 'url must be a string'],
    ['{ "url": "a", "times": 1.5 }', 'times must be an integer number'],
    ['{ "url": "a", "method": "PUT" }', 'method must be one of the following values: GET, POST'],
    ['{ "url": "a", "note": 1 }', 'note must be a string or null'],
    ['{ "url": "a", "toString": 1 }', 'toString: this property does not exist'],
  ])('%s: %s', (payload, fault) => expect(faultsBySchema(payload, SCHEMA)).toBe(fault));

  it('says no more than can be read', () => {
    expect(faultsBySchema('{ "a": 1, "b": 1, "c": 1, "d": 1, "url": "a" }', SCHEMA)).toBe(
      'a: this property does not exist · b: this property does not exist · c: this property does not exist · and 1 more',
    );
  });

  it('is left alone where it is no JSON yet, or the handler takes anything', () => {
    expect(faultsBySchema('{ "url', SCHEMA)).toBeUndefined();
    expect(faultsBySchema('{ "x": 1 }', {})).toBeUndefined();
  });
});
