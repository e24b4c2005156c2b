// `npm run generated` writes every generated file; with --check it only tells which are not as committed.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { projectRoot } from './bootstrap/project-root.mjs';
import { ensureBuild } from './build.mjs';
import {
  DATABASE_DOCUMENTS,
  STATE_DOCUMENTS,
  writeDatabaseDocuments,
  writeStateDocuments,
} from './documents/write-documents.mjs';
import { generateClient } from './generate-client.mjs';
import { withMigratedDatabase } from './migrated-database.mjs';
import { runRota } from './start/command-line.mjs';

/** What each one writes below the folder that it is given, in this order. An output is a file, or a folder with all in it. */
const GENERATORS = [
  {
    outputs: ['.env.example', 'docs/configuration.md'],
    run: (folder) => runRota(['env', 'export', '--directory', folder], process.env),
  },
  {
    outputs: ['docs/permissions.md'],
    run: (folder) => runRota(['permissions', 'export', '--directory', folder], process.env),
  },
  {
    outputs: ['docs/metrics.md'],
    run: (folder) => runRota(['metrics', 'export', '--directory', folder], process.env),
  },
  {
    outputs: ['openapi.json', 'docs/problems.md'],
    run: (folder) => runRota(['openapi', 'export', '--directory', folder], process.env),
  },
  {
    outputs: ['migrations/schema.json', ...DATABASE_DOCUMENTS],
    run: (folder) =>
      withMigratedDatabase(async (env) => {
        await runRota(['schema', 'export', '--directory', folder], env);
        await writeDatabaseDocuments(folder, env.DATABASE_URL);
      }),
  },
  { outputs: STATE_DOCUMENTS, run: writeStateDocuments },
  {
    outputs: ['client/src/generated'],
    run: (folder) => generateClient(path.join(folder, 'openapi.json'), path.join(folder, 'client/src/generated')),
  },
];

const isCheck = process.argv.includes('--check');
const folder = mkdtempSync(path.join(tmpdir(), 'rota-generated-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

await ensureBuild();
for (const { run } of GENERATORS) await run(folder);
const outputs = GENERATORS.flatMap((generator) => generator.outputs);
const files = new Set(outputs.flatMap((output) => [...filesOf(projectRoot, output), ...filesOf(folder, output)]));
const changed = [...files].filter((file) => contentOf(projectRoot, file) !== contentOf(folder, file));
for (const file of changed) console.log(`${isCheck ? 'not as generated' : put(file)}: ${file}`);
if (isCheck && changed.length > 0) {
  console.log('run "npm run generated" and commit what it writes');
  process.exitCode = 1;
}

/** The files of an output, as paths from `root`. */
function filesOf(root, output) {
  const target = path.join(root, output);
  if (!existsSync(target)) return [];
  if (!statSync(target).isDirectory()) return [output];
  return readdirSync(target, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function contentOf(root, file) {
  return existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : undefined;
}

/** A file that is not generated any more goes: what imports it must not work by luck. */
function put(file) {
  const content = contentOf(folder, file);
  const target = path.join(projectRoot, file);
  if (content === undefined) {
    rmSync(target);
    return 'removed';
  }
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
  return 'wrote';
}
