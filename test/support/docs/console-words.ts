import { existsSync, readFileSync } from 'node:fs';
import type { CodeBlock } from './page.js';

/** What may stand where nothing is run: what needs a cluster, an engine, a machine of its own, or a terminal to itself. */
const WORDS = new Set([
  'cd',
  'cp',
  'createdb',
  'docker',
  'git',
  'helm',
  'kill',
  'kubectl',
  'mv',
  'npm',
  'pg_basebackup',
  'pg_dump',
  'pg_dumpall',
  'pg_restore',
  'psql',
  'systemctl',
]);

interface Installation {
  readonly scripts: ReadonlySet<string>;
  readonly services: ReadonlySet<string>;
}

function installation(): Installation {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const compose = readFileSync('docker-compose.yml', 'utf8').split(/^services:\n/m)[1] ?? '';
  const services = compose.split(/^\S/m)[0] ?? '';
  return {
    scripts: new Set([...Object.keys(scripts), 'ci', 'exec', 'init', 'install', 'pack']),
    services: new Set([...services.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name]) => name as string)),
  };
}

const COMPOSE_VERBS = ['up', 'run', 'exec', 'logs', 'stop', 'start', 'restart', 'kill', 'pull', 'build', 'ps', 'down'];

/** Splits commands that may go over several lines, without their comments. */
export function commandsOf({ text, line }: Pick<CodeBlock, 'text' | 'line'>): { line: number; text: string }[] {
  const commands: { line: number; text: string }[] = [];
  let pending = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const part = raw.replace(/(^|\s)#.*$/, '').trimEnd();
    if (part.endsWith('\\')) {
      pending += `${part.slice(0, -1)} `;
      continue;
    }
    const whole = `${pending}${part}`.trim();
    pending = '';
    if (whole !== '') commands.push({ line: line + index, text: whole });
  }
  return commands;
}

/** Why this command cannot be right; undefined when nothing speaks against it. */
export function commandFault(command: string): string | undefined {
  for (const part of command.split(/\s+(?:&&|\|\||\||;)\s+/)) {
    const words = part.split(/\s+/).filter((word) => !/^[A-Z][A-Z0-9_]*=/.test(word));
    const [name = ''] = words;
    if (name === '') continue;
    if (!WORDS.has(name)) return `"${name}" may not stand in a console block: run it, or add it to the known words`;
    const fault = name === 'npm' ? npmFault(words) : name === 'docker' ? dockerFault(words) : pathFault(words);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** An npm script that is there. Also for what stands between backticks. */
export function npmFault([, verb = '', name = '']: readonly string[]): string | undefined {
  const { scripts } = installation();
  const script = verb === 'run' ? name : verb;
  return scripts.has(script) ? undefined : `there is no npm script ${script}`;
}

function dockerFault([, verb, ...words]: readonly string[]): string | undefined {
  if (verb !== 'compose') return undefined;
  const { services } = installation();
  const at = words.findIndex((word) => COMPOSE_VERBS.includes(word));
  if (at < 0) return `docker compose: none of ${COMPOSE_VERBS.join(', ')}`;
  for (const [index, word] of words.entries()) {
    const [, scaled] = (words[index - 1] === '--scale' ? /^([a-z-]+)=\d+$/ : /^--scale=([a-z-]+)=/).exec(word) ?? [];
    if (scaled !== undefined && !services.has(scaled)) return `docker-compose.yml has no service ${scaled}`;
  }
  if (!['run', 'exec', 'stop', 'start', 'restart', 'kill', 'logs'].includes(words[at] ?? '')) return undefined;
  const isValue = (index: number): boolean =>
    ['-e', '--tail', '-s', '--since', '-v', '--user'].includes(words[index - 1] ?? '');
  const service = words.find((word, index) => index > at && !word.startsWith('-') && !isValue(index));
  return service === undefined || services.has(service) ? undefined : `docker-compose.yml has no service ${service}`;
}

/** What looks like a file of the project is one. */
function pathFault(words: readonly string[]): string | undefined {
  const missing = words.find(
    (word) => /^(?:\.\/)?(?:deploy|docker|ops|scripts|docs)\/\S+/.test(word) && !existsSync(word),
  );
  return missing === undefined ? undefined : `there is no ${missing}`;
}
