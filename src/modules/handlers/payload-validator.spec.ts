import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  registerDecorator,
  ValidateNested,
} from 'class-validator';
import { findPayloadFaults } from './payload-validator.js';
import { withCpuMs } from '../../../test/support/cpu-time.js';

class Address {
  @IsString()
  @MaxLength(10)
  street: string;
}

class Item {
  @IsInt()
  @Max(9)
  count: number;

  @IsOptional()
  @ValidateNested()
  @Type(() => Address)
  address?: Address;
}

class Order {
  @IsIn(['a', 'b'])
  kind: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20_000)
  @ValidateNested({ each: true })
  @Type(() => Item)
  items?: Item[];

  @IsOptional()
  @ValidateNested()
  @Type(() => Address)
  'a/b~c'?: Address;

  @IsOptional()
  @IsObject()
  free?: Record<string, unknown>;
}

class AnyObject {}

function faultsOf(payload: unknown): string[] {
  return findPayloadFaults(Order, payload, false).map(({ pointer, code }) => `${pointer} ${code}`);
}

const parse = (text: string): unknown => JSON.parse(text);

describe('payload validation', () => {
  it('a payload that keeps all rules has no fault and is left as it was', () => {
    const payload = {
      kind: 'a',
      items: [{ count: 1, address: { street: 'x' } }],
      free: { deep: [{ constructor: 1 }] },
    };
    const before = structuredClone(payload);
    expect(faultsOf(payload)).toEqual([]);
    expect(payload).toEqual(before);
    expect(Object.getPrototypeOf(payload.items[0])).toBe(Object.prototype);
  });

  it.each([
    [{}, ['/payload/kind REQUIRED']],
    [{ kind: 'c' }, ['/payload/kind IS_IN']],
    [{ kind: 'a', items: [{ count: 1 }, { count: 10 }] }, ['/payload/items/1/count MAX']],
    [{ kind: 'a', items: [{ count: 'x' }] }, ['/payload/items/0/count MAX', '/payload/items/0/count IS_INT']],
    [
      { kind: 'a', items: [{ count: 1, address: { street: 5 } }] },
      ['/payload/items/0/address/street MAX_LENGTH', '/payload/items/0/address/street IS_STRING'],
    ],
    [{ kind: 'a', 'a/b~c': { street: 'much too long' } }, ['/payload/a~1b~0c/street MAX_LENGTH']],
    [{ kind: 'a', extra: 1 }, ['/payload/extra UNKNOWN_PROPERTY']],
    [{ kind: 'a', 'x/y~z': 1 }, ['/payload/x~1y~0z UNKNOWN_PROPERTY']],
    [{ kind: 'a', items: [{ count: 1, more: 1 }] }, ['/payload/items/0/more UNKNOWN_PROPERTY']],
    [
      { kind: 'a', items: [{ count: 1, address: { street: 'x', no: 1 } }] },
      ['/payload/items/0/address/no UNKNOWN_PROPERTY'],
    ],
    // class-validator alone lets all of these pass
    [{ kind: 'a', hasOwnProperty: 1 }, ['/payload/hasOwnProperty UNKNOWN_PROPERTY']],
    [{ kind: 'a', constructor: 'x' }, ['/payload/constructor UNKNOWN_PROPERTY']],
    [{ kind: 'a', items: {} }, ['/payload/items IS_ARRAY']],
    [{ kind: 'a', items: [{ count: 1, address: [] }] }, ['/payload/items/0/address IS_OBJECT']],
    [
      { kind: 'a', items: [1, null, 'x', [], { count: 1 }] },
      [0, 1, 2, 3].map((index) => `/payload/items/${index} IS_OBJECT`),
    ],
    [{ kind: 'a', items: 'x' }, ['/payload/items IS_ARRAY']],
  ])('%j: %j', (payload, faults) => {
    expect(faultsOf(payload)).toEqual(faults);
  });

  it.each([null, undefined, 1, 'x', true, [], [{ kind: 'a' }]])('%j is no payload', (payload) => {
    expect(faultsOf(payload)).toEqual(['/payload IS_OBJECT']);
  });

  it('a fault says what is wrong, never the value', () => {
    const [fault] = findPayloadFaults(Order, { kind: 's3cr3t' }, false);
    expect(fault).toEqual({
      pointer: '/payload/kind',
      code: 'IS_IN',
      detail: 'kind must be one of the following values: a, b',
    });
  });
});

describe('hostile payloads', () => {
  it.each([
    ['{"kind":"a","__proto__":{"admin":true}}', '/payload/__proto__ FORBIDDEN_KEY'],
    ['{"kind":"a","free":{"x":[{"__proto__":null}]}}', '/payload/free/x/0/__proto__ FORBIDDEN_KEY'],
    ['{"kind":"a","items":[{"count":1,"__proto__":{"count":1}}]}', '/payload/items/0/__proto__ FORBIDDEN_KEY'],
    [
      '{"kind":"a","free":{"constructor":{"prototype":{"admin":true}}}}',
      '/payload/free/constructor/prototype FORBIDDEN_KEY',
    ],
  ])('%s is refused and pollutes nothing', (text, fault) => {
    expect(faultsOf(parse(text))).toEqual([fault]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('names of Object.prototype are ordinary names where any name goes', () => {
    const payload = parse('{"constructor":"Ferrari","toString":1,"hasOwnProperty":null,"then":1,"length":-1}');
    expect(findPayloadFaults(AnyObject, payload, true)).toEqual([]);
    expect(findPayloadFaults(AnyObject, { ...(payload as object) }, false)).toHaveLength(5);
  });

  it.each([65, 5000, 30_000])('%d levels are refused', (levels) => {
    const arrays = `{"kind":"a","free":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const objects = `{"kind":"a","free":${'{"x":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    for (const text of [arrays, objects])
      expect(faultsOf(parse(text))).toEqual([expect.stringMatching(/JSON_TOO_DEEP$/)]);
  });

  it('a value that holds itself is refused', () => {
    const free: Record<string, unknown> = {};
    free['self'] = free;
    expect(faultsOf({ kind: 'a', free })).toEqual([expect.stringMatching(/JSON_TOO_DEEP$/)]);
  });

  it.each([
    ['elements that are no objects', Array.from({ length: 32_000 }, () => 1)],
    ['empty objects', Array.from({ length: 9_000 }, () => ({}))],
    ['objects with unknown names', Array.from({ length: 5_000 }, (_, i) => ({ count: 1, [`x${i}`]: i }))],
    ['more objects than fit', Array.from({ length: 20_000 }, () => ({ count: 1 }))],
  ])('a huge array of %s costs little and is answered with at most 100 faults', (_what, items) => {
    const { cpuMs, result: faults } = withCpuMs(() => findPayloadFaults(Order, { kind: 'a', items }, false));
    expect(cpuMs).toBeLessThan(1500);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(100);
  });

  it('a long name is cut in the answer', () => {
    const [fault] = findPayloadFaults(Order, { kind: 'a', ['x'.repeat(60_000)]: 1 }, false);
    expect(fault?.pointer.length).toBeLessThan(300);
  });

  it('a rule that throws is a fault and not a crash, and its words are not shown', () => {
    class Throwing {
      @IsBad()
      value: unknown;
    }
    function IsBad() {
      return (target: object, propertyName: string) =>
        registerDecorator({
          name: 'isBad',
          target: target.constructor,
          propertyName,
          validator: {
            validate: (value: unknown) => {
              throw new Error(`bad ${String(value)}`);
            },
          },
        });
    }
    const faults = findPayloadFaults(Throwing, { value: 's3cr3t' }, false);
    expect(faults).toEqual([
      { pointer: '/payload', code: 'NOT_CHECKABLE', detail: expect.not.stringContaining('s3cr3t') as string },
    ]);
  });
});
