import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ContractRoom } from '../support/contract-room.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..', '..');
const SLOW_MS = 180_000;

/** A service of somebody's own, outside of this repository: what it has of Rota is the packed client. */
const CONSUMER = `
import { createRotaClient, dataOf, itemsOf, jobsEnqueue, jobsList, RotaProblem, type JobResponse } from '@rota/client';

const { ROTA_URL = '', ROTA_TOKEN = '', ROTA_PROJECT_ID = '' } = process.env;
const client = createRotaClient({ baseUrl: ROTA_URL, token: ROTA_TOKEN });
const path = { projectId: ROTA_PROJECT_ID };
const body = { queue: 'emails', handler: 'noop', payload: { from: process.version } };
const job: JobResponse = await dataOf(jobsEnqueue({ client, path, body }));
const seen: string[] = [];
for await (const { id } of itemsOf((cursor) =>
  jobsList({ client, path, query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) } }),
))
  seen.push(id);
// @ts-expect-error a job has no such field
void job.nothing;
const refusal = await dataOf(jobsEnqueue({ client, path, body: { ...body, queue: 'nowhere' } })).catch((error: unknown) => error);
const code = refusal instanceof RotaProblem ? refusal.code : 'none';
console.log(JSON.stringify({ version: process.version, found: seen.includes(job.id), pages: seen.length > 1, code }));
`;

let folder: string;
let files: readonly string[];
let tarball: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rota-service-'));
  const { stdout } = await run('npm', ['pack', './client', '--json', '--pack-destination', folder], { cwd: ROOT });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
  files = packed.files.map((file) => file.path);
  tarball = packed.filename;
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const offline = ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`];
  await run('npm', offline, {
    cwd: folder,
    env: { ...process.env, npm_config_cache: path.join(folder, 'empty-cache') },
  });
  writeFileSync(path.join(folder, 'service.ts'), CONSUMER);
}, SLOW_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('holds JavaScript, its declarations, what it is and under which licence, and no sources', () => {
  const kinds = new Set(files.map((file) => file.replace(/^dist\/.*?(\.d\.ts|\.js)$/, '$1')));
  expect([...kinds].toSorted()).toEqual(['.d.ts', '.js', 'LICENSE', 'README.md', 'package.json']);
  const { dependencies, engines } = JSON.parse(
    readFileSync(path.join(folder, 'node_modules/@rota/client/package.json'), 'utf8'),
  ) as { dependencies?: object; engines: { node: string } };
  expect([dependencies, engines.node]).toEqual([undefined, '>=20']);
});

/** Strict, declarations of packages included. `lib` and `types` are those of a browser's project, and of a service that has only Node's. */
it.each([
  ['with the types of a browser', ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], 'nodenext'],
  ['with the types of Node only', ['es2022'], 'nodenext'],
  ['by a bundler', ['es2022', 'dom', 'dom.iterable'], 'bundler'],
])(
  'type-checks %s',
  async (_name, lib, moduleResolution) => {
    const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext';
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const types = { types: ['node'], typeRoots: [path.join(ROOT, 'node_modules/@types')] };
    const compilerOptions = { target: 'es2022', lib, module, moduleResolution, outDir: 'out', ...strict, ...types };
    const config = path.join(folder, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['service.ts'] }));
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', config, '--pretty', 'false'], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  },
  SLOW_MS,
);

/** The Node of the machine, which is older than the pinned one on a machine that has only what the README asks for. */
function nodeOfTheMachine(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((entry) => !entry.includes('node_modules'));
  return folders.map((entry) => path.join(entry, 'node')).find((file) => existsSync(file));
}

it(
  'works on the pinned Node and on that of the machine, against a running api',
  async () => {
    const room = await ContractRoom.open();
    try {
      const projectId = (await room.aProject()).ids['projectId'] ?? '';
      const env = { ROTA_URL: room.api.url, ROTA_TOKEN: room.token, ROTA_PROJECT_ID: projectId };
      for (const node of new Set([process.execPath, nodeOfTheMachine() ?? process.execPath])) {
        const { stdout } = await run(node, ['out/service.js'], { cwd: folder, env });
        const { version } = JSON.parse(stdout) as { version: string };
        expect(Number(/^v(\d+)/.exec(version)?.[1])).toBeGreaterThanOrEqual(20);
        expect(JSON.parse(stdout)).toEqual({ version, found: true, pages: true, code: 'QUEUE_UNKNOWN' });
      }
    } finally {
      await room.close();
    }
  },
  SLOW_MS,
);
