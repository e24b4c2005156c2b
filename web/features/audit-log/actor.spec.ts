import { actorOf, nameOfActor } from './actor';

const KEY = '0190163d-8694-739b-aea5-966c26f8ad91';

describe('who did it', () => {
  it.each([
    [{ kind: 'user', id: KEY, name: 'Ann' }, 'request-1', `user:${KEY}`, 'Ann'],
    [{ kind: 'api_key', id: KEY, name: null }, null, `key:${KEY}`, '…26f8ad91'],
    [{ kind: 'system', id: null, name: null }, 'request-2', 'system', 'Rota itself'],
    [
      { kind: 'system', id: null, name: 'command line (deploy)' },
      'cli:deploy:0a1b2c3d',
      'cli:deploy',
      'command line (deploy)',
    ],
  ] as const)('%j', (actor, requestId, filter, name) => {
    expect(actorOf({ actor, requestId })).toBe(filter);
    expect(nameOfActor(filter, actor.name)).toBe(name);
  });

  it('is named from the address, too, when no entry on screen names it', () => {
    expect(nameOfActor('cli:deploy', undefined)).toBe('command line (deploy)');
  });
});
