import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { interpolate, readCompose, readComposeFiles } from './compose.mjs';
import { stagesOf } from './dockerfile.mjs';
import { writeOwnHandlers } from './own-handlers.mjs';

interface Described {
  readonly image: string;
  readonly build?: { readonly context: string; readonly additional_contexts?: Readonly<Record<string, string>> };
  readonly environment: Readonly<Record<string, string | null>>;
}
type Services = Readonly<Record<string, Described>>;

const { services: plain } = readCompose('docker-compose.yml') as { services: Services };
const { services: own } = readComposeFiles(['docker-compose.yml', 'docker-compose.handlers.yml']) as {
  services: Services;
};
const RUN_HANDLERS = ['migrate', 'api', 'worker'];

describe('the image with handlers on top, as the pages write it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rota-own-handlers-'));
  const written = writeOwnHandlers(folder);
  const [stage, ...more] = stagesOf(path.join(folder, 'Dockerfile')) as {
    base: string;
    instructions: { keyword: string; words: string[] }[];
  }[];
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('begins with ours, and changes neither its user nor its command', () => {
    expect([stage?.base, more]).toEqual(['rota', []]);
    expect(stage?.instructions.map(({ keyword }) => keyword)).toEqual(['COPY', 'ENV']);
  });

  it('names modules that are there', () => {
    const [value = ''] = stage?.instructions.at(-1)?.words ?? [];
    expect(value).toMatch(/^HANDLER_MODULES=\.\/my-handlers\//);
    expect(written).toContain(value.replace('HANDLER_MODULES=./my-handlers/', ''));
  });
});

describe('docker-compose.handlers.yml', () => {
  it('gives that image to all that know handlers, and to nothing else', () => {
    const usesIt = Object.entries(own).filter(([, { image }]) => image === 'rota-handlers');
    expect(usesIt.map(([name]) => name)).toEqual(RUN_HANDLERS);
    for (const [name, service] of Object.entries(own))
      expect([name, { ...service, image: '', build: '' }]).toEqual([name, { ...plain[name], image: '', build: '' }]);
  });

  it('builds it from a folder of its own, on top of an image that compose builds first', () => {
    for (const name of RUN_HANDLERS) {
      const build = own[name]?.build;
      expect(build?.context).toBe('./my-handlers');
      const base = /^service:(\w+)$/.exec(build?.additional_contexts?.['rota'] ?? '')?.[1] ?? '';
      expect([own[base]?.image, own[base]?.build]).toEqual(['rota', plain['worker']?.build]);
    }
  });

  it('leaves the names of the modules to the image: a name without a value would unset them', () => {
    for (const services of [plain, own])
      for (const [name, { environment }] of Object.entries(services))
        expect([name, Object.keys(environment)]).not.toEqual([name, expect.arrayContaining(['HANDLER_MODULES'])]);
  });
});

describe('what .env says reaches the processes that read it', () => {
  /** What is no setting under compose: the compose file itself says it, the image says it, or only `rota seed` reads it. */
  const FIXED =
    /^(ROLE|NODE_ENV|OPERATIONS_(PORT|HOST)|API_HOST|DATABASE_(DIRECT_)?URL|MIGRATION_DATABASE_URL|HANDLER_MODULES)$/;
  const parts = readFileSync('.env.example', 'utf8').split('\n\n');
  const expected = parts.flatMap((text, index) => {
    const [, readers = ''] = /^# [^\n]+ \(([^)\n]+)\)$/.exec(parts[index - 1] ?? '') ?? [];
    const roles = readers.startsWith('every role') ? ['api', 'worker', 'scheduler'] : readers.split(' and ');
    const names = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
    return roles.flatMap((role) => names.filter((name) => !FIXED.test(name)).map((name) => [role, name] as const));
  });

  it('every variable of every role', () => {
    const isPassedOn = ([role, name]: readonly [string, string]): boolean => {
      const variables: Record<string, string> = { JWT_SECRET: 'x', JWT_REFRESH_SECRET: 'x', SECRETS_KEY: 'x' };
      Object.assign(variables, { POSTGRES_PASSWORD: 'x', SERVICE_PASSWORD: 'x', [name]: 'the value' });
      const environment = (interpolate(plain, variables) as Services)[role]?.environment ?? {};
      // The port inside of the container is fixed; .env says which one of the host leads there.
      return environment[name] === 'the value' || name === 'API_PORT';
    };
    const roles = expected.filter(([role]) => role in plain);
    expect(roles.length).toBeGreaterThan(50);
    expect(roles.filter((one) => !isPassedOn(one))).toEqual([]);
  });

  it('and what it does not say is not set', () => {
    const variables = { POSTGRES_PASSWORD: 'x', SERVICE_PASSWORD: 'x', SECRETS_KEY: 'x', JWT_SECRET: 'x' };
    const services = interpolate(plain, { ...variables, JWT_REFRESH_SECRET: 'x' }) as Services;
    for (const [name, { environment }] of Object.entries(services))
      expect([name, Object.entries(environment).filter(([, value]) => value === '')]).toEqual([name, []]);
  });
});
