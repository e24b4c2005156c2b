// `npm run openapi:breaking [-- --base REVISION] [-- --strict]`: what openapi.json breaks for clients of the document before.
// The document before is that of the merge base with the default branch, or of the previous commit. Before 1.0 breaks are
// only told, as semantic versioning allows them; from 1.0 on, and with --strict, they fail.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { projectRoot } from './bootstrap/project-root.mjs';
import { breakingChanges } from './openapi/breaking-changes.mjs';

const DOCUMENT = 'openapi.json';
const { values } = parseArgs({ options: { base: { type: 'string' }, strict: { type: 'boolean', default: false } } });

const git = (...args) => {
  try {
    return execFileSync('git', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
};

const base = values.base ?? previousRevision();
const earlier = base && git('show', `${base}:${DOCUMENT}`);
if (!earlier) {
  console.log(`no ${DOCUMENT} to compare with${base ? ` in ${base}` : ''}`);
  if (values.base) process.exitCode = 1;
} else {
  const current = JSON.parse(readFileSync(path.join(projectRoot, DOCUMENT), 'utf8'));
  report(breakingChanges(JSON.parse(earlier), current), current.info.version);
}

function report(changes, version) {
  const isStrict = values.strict || !version.startsWith('0.');
  if (changes.length === 0) console.log(`nothing in ${DOCUMENT} breaks clients of ${base}`);
  else
    console.log(
      `${changes.length} changes break clients of ${base}:\n${changes.map((text) => `  ${text}`).join('\n')}`,
    );
  if (changes.length > 0 && isStrict) process.exitCode = 1;
}

/** On a branch, where it left the default branch; on that branch itself, the commit before. */
function previousRevision() {
  const head = git('rev-parse', 'HEAD')?.trim();
  for (const branch of ['origin/main', 'main']) {
    const found = git('merge-base', 'HEAD', branch)?.trim();
    if (found && found !== head) return found;
  }
  return git('rev-parse', '--verify', 'HEAD~1')?.trim();
}
