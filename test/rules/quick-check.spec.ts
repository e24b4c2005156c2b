import { getMetadataStorage, validateSync, type ValidatorOptions } from 'class-validator';
import { isSurelyValid } from '../../src/platform/validation/index.js';
import '../../src/roles/api.role.js';
import '../../src/roles/worker.role.js';

type Class = new () => object;
interface Storage {
  readonly validationMetadatas: ReadonlyMap<unknown, readonly { readonly propertyName: string }[]>;
}

/** Everything that has rules: the requests of all routes, the payloads of all handlers, the configuration. */
const RULES = (getMetadataStorage() as unknown as Storage).validationMetadatas;
const CLASSES = [...RULES.keys()].filter((type): type is Class => typeof type === 'function');
const TRIES = 400;

/** The same numbers in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const TEXTS = [
  '',
  ' ',
  'x',
  'emails',
  'noop',
  'a:b',
  'POST',
  'owner',
  'read',
  'queued',
  'open',
  '*',
  'a\u0000b',
  '\ud800',
  'é'.repeat(300),
];
const FORMS = [
  '2027-01-31T09:00:00Z',
  '0 9 * * *',
  'Europe/Berlin',
  'ada@example.com',
  'https://example.com/hook',
  '01990000-0000-7000-8000-000000000000',
  'correct horse battery staple',
  '9'.repeat(70_000),
];
const NUMBERS = [-101, -1, 0, 1, 1.5, 60, 500, 30_000, 1e9, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY];
const OTHERS = [
  undefined,
  null,
  true,
  false,
  [],
  {},
  { a: 'b' },
  { a: 1 },
  ['x'],
  ['x', 7, null],
  [[]],
  [null],
  new Date(0),
];
const VALUES: readonly unknown[] = [...TEXTS, ...FORMS, ...NUMBERS, ...OTHERS];

function namesOf(type: Class): string[] {
  const names = [...RULES].flatMap(([owner, rules]) =>
    owner === type || (typeof owner === 'function' && type.prototype instanceof owner) ? rules : [],
  );
  return [...new Set(names.map(({ propertyName }) => propertyName))];
}

function anInstance(type: Class, random: () => number, depth = 0): object {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const instance = new type() as Record<string, unknown>;
  for (const name of namesOf(type)) {
    const kind = random();
    if (kind < 0.4) delete instance[name];
    else if (kind < 0.55 && depth < 2) instance[name] = anInstance(pick(CLASSES), random, depth + 1);
    else if (kind < 0.65 && depth < 2) instance[name] = [anInstance(pick(CLASSES), random, depth + 1), pick(VALUES)];
    else instance[name] = pick(VALUES);
  }
  if (random() < 0.05) instance['unheardOf'] = 1;
  return instance;
}

/** A rule that throws has not accepted the value. */
function isValid(instance: object, options: ValidatorOptions): boolean {
  try {
    return (
      validateSync(instance, { ...options, forbidUnknownValues: false, validationError: { target: false } }).length ===
      0
    );
  } catch {
    return false;
  }
}

describe('the quick check of requests and payloads', () => {
  it('knows the classes of the whole product', () => {
    expect(CLASSES.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'EnqueueJobRequest',
        'BulkEnqueueRequest',
        'LoginRequest',
        'HttpRequestPayload',
        'SendEmailPayload',
      ]),
    );
  });

  it.each(CLASSES.map((type, index) => [type.name, type, index] as const))(
    'says of %s what class-validator says',
    (_name, type, index) => {
      const random = seeded(index + 1);
      for (let round = 0; round < TRIES; round += 1) {
        const instance = anInstance(type, random);
        const strictly = isValid(instance, { whitelist: true, forbidNonWhitelisted: true });
        expect([isSurelyValid(instance, { forbidsUnknown: true }), instance]).toEqual([strictly, instance]);
        const loosely = isValid(instance, {});
        expect([isSurelyValid(instance, { forbidsUnknown: false }), instance]).toEqual([loosely, instance]);
      }
    },
  );
});
