import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type JobOrigin, type JobStatus, isAllowedTransition, JOB_STATUSES } from '../../src/kernel/job-state.js';

const FIELDS = ['name', 'purpose', 'edges', 'params', 'index', 'locks', 'cost'];
const LIVE_WRITE = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+live_jobs\b/;
const files = globSync('src/**/sql/*.sql');
const sources = globSync('src/**/*.ts').filter((file) => !file.endsWith('.spec.ts'));

interface Header {
  readonly fields: ReadonlyMap<string, string>;
  readonly edges: readonly (readonly [JobOrigin, JobStatus])[];
}

function headerOf(file: string): Header {
  const lines = readFileSync(file, 'utf8').split('\n');
  const comment = lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('--')),
    )
    .map((line) => line.slice(3));
  const fields = new Map<string, string>();
  let last = '';
  for (const line of comment) {
    const [, field, text] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (field !== undefined && text !== undefined) fields.set((last = field), text);
    else fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`);
  }
  const edges = (fields.get('edges') ?? 'none') === 'none' ? [] : (fields.get('edges') as string).split(';');
  return { fields, edges: edges.map((edge) => edge.trim().split(' → ') as [JobOrigin, JobStatus]) };
}

describe('statements', () => {
  it('there are statements to check', () => expect(files.length).toBeGreaterThan(20));

  it.each(files)('%s opens with a whole header and is named after its file', (file) => {
    const { fields } = headerOf(file);
    expect([...fields.keys()].filter((field) => FIELDS.includes(field))).toEqual(FIELDS);
    expect(fields.get('name')).toBe(path.basename(file, '.sql'));
  });

  it.each(files)('%s takes only edges that the allowed-map has', (file) => {
    for (const [from, to] of headerOf(file).edges) {
      expect([file, from, to, isAllowedTransition(from, to)]).toEqual([file, from, to, true]);
    }
  });

  it.each(files.filter((file) => LIVE_WRITE.test(readFileSync(file, 'utf8'))))(
    '%s changes live jobs and names its edges',
    (file) => {
      const text = readFileSync(file, 'utf8');
      // Only a status that is written, a row that appears or one that goes is an edge; a heartbeat has none.
      const changesState = /SET\s+status|,\s*status\s*=|INSERT INTO live_jobs|DELETE FROM live_jobs/.test(text);
      expect(headerOf(file).edges.length > 0).toBe(changesState);
    },
  );

  it('every edge of the allowed-map is taken by some statement', () => {
    const taken = new Set(files.flatMap((file) => headerOf(file).edges.map((edge) => edge.join(' → '))));
    const allowed = (['new', ...JOB_STATUSES] as JobOrigin[]).flatMap((from) =>
      JOB_STATUSES.filter((to) => isAllowedTransition(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(allowed.filter((edge) => !taken.has(edge))).toEqual([]);
  });

  it('no other source changes live jobs, jobs or their history', () => {
    const write = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+(live_jobs|jobs|job_executions)\b/;
    expect(sources.filter((file) => write.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('jobs and job_executions are never updated', () => {
    expect(files.filter((file) => /\bUPDATE\s+(jobs|job_executions)\b/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
