import { jest } from '@jest/globals';
import { AuthConfig } from './auth.config.js';
import { HashTurns } from './hash-turns.js';
import { PasswordHasher } from './password-hasher.js';

const config = Object.assign(new AuthConfig(), { passwordHashConcurrency: 2, passwordHashWaitMs: 60_000 });

describe('PasswordHasher', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('does the same work for an account that does not exist: one verification, of a hash of the same cost', async () => {
    const hasher = new PasswordHasher(config);
    const known = await hasher.hash('correct horse battery staple');
    await hasher.matches(undefined, 'warm-up: the hash for nobody is made once');
    const turns = jest.spyOn(HashTurns.prototype, 'take');
    expect(await hasher.matches(known, 'a wrong password')).toBe(false);
    const forKnown = turns.mock.calls.length;
    expect(await hasher.matches(undefined, 'a wrong password')).toBe(false);
    expect([forKnown, turns.mock.calls.length - forKnown]).toEqual([1, 1]);
    expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,(?:t=2,p=1|p=1,t=2)\$/);
    const nobody = await (hasher as unknown as { nobody: Promise<string> }).nobody;
    expect(nobody.split('$').slice(0, 4)).toEqual(known.split('$').slice(0, 4));
  });

  it('matches a password in whatever form its accents were typed, and nothing without a hash', async () => {
    const hasher = new PasswordHasher(config);
    const known = await hasher.hash('Zo\u00eb and a horse');
    expect(await hasher.matches(known, 'Zoe\u0308 and a horse')).toBe(true);
    expect(await hasher.matches(undefined, 'Zo\u00eb and a horse')).toBe(false);
  });

  it('never runs more hashes at once than configured, however many ask', async () => {
    const hasher = new PasswordHasher(config);
    const known = await hasher.hash('correct horse battery staple');
    const inner = HashTurns.prototype as unknown as { take: (work: () => Promise<unknown>) => Promise<unknown> };
    const take = inner.take;
    let [running, most] = [0, 0];
    jest.spyOn(inner, 'take').mockImplementation(function (this: HashTurns, work) {
      return take.call(this, async () => {
        most = Math.max(most, (running += 1));
        return work().finally(() => (running -= 1));
      });
    });
    await Promise.all(Array.from({ length: 20 }, () => hasher.matches(known, 'a wrong password')));
    expect(most).toBe(2);
  });
});
