// `npm run generated` writes every generated file; with --check it only tells which are not as committed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { projectRoot } from './bootstrap/project-root.mjs';
import { build, isBuildCurrent } from './build.mjs';
import { runRota } from './start/command-line.mjs';

const GENERATORS = [
  { files: ['.env.example', 'docs/configuration.md'], command: (folder) => ['env', 'export', '--directory', folder] },
];

const isCheck = process.argv.includes('--check');
const folder = mkdtempSync(path.join(tmpdir(), 'rota-generated-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

if (!isBuildCurrent()) await build();
for (const { command } of GENERATORS) await runRota(command(folder), process.env);
const changed = GENERATORS.flatMap(({ files }) => files).filter((file) => {
  const committed = path.join(projectRoot, file);
  return !existsSync(committed) || !readFileSync(committed).equals(readFileSync(path.join(folder, file)));
});
for (const file of changed) {
  if (!isCheck) {
    mkdirSync(path.dirname(path.join(projectRoot, file)), { recursive: true });
    writeFileSync(path.join(projectRoot, file), readFileSync(path.join(folder, file)));
  }
  console.log(`${isCheck ? 'not as generated' : 'wrote'}: ${file}`);
}
if (isCheck && changed.length > 0) {
  console.log('run "npm run generated" and commit what it writes');
  process.exitCode = 1;
}
