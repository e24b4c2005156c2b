import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ErrorFamily, RotaError } from '../../kernel/errors.js';
import { toProblem } from './problem.js';
import { PROBLEM_CATALOGUE } from './problem-catalogue.js';

/** What handlers throw ends in the history of a job, and what a diagnosis finds in a report: neither is an answer of the interface. */
const ELSEWHERE =
  /\/handlers\/(http-request|send-email|diagnostics)\/|\/diagnosis\/|\/handlers\.errors\.ts$|\/config\//;
/** Written like codes of ours, but the names of others. */
const FOREIGN = /^(ERR|HPE|FST|EAI)_/;

const sources = readdirSync(path.resolve('src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec|\.config|-catalogue)\.ts$/.test(file))
  .map((file) => path.join('src', file))
  .filter((file) => /^src\/(kernel|modules|platform)\//.test(file) && !ELSEWHERE.test(file))
  .map((file) => readFileSync(path.resolve(file), 'utf8').replaceAll(/@Env\([^)]*\)/g, ''));

const all = (pattern: RegExp) => sources.flatMap((text) => [...text.matchAll(pattern)]);

/** `new RotaError('conflict', 'QUEUE_PAUSED', …`, and the short forms of it. */
const thrown: readonly (readonly [ErrorFamily, string])[] = [
  ...all(/new RotaError\(\s*'([a-z_]+)',\s*'([A-Z0-9_]+)'/g).map(
    ([, family, code]) => [family as ErrorFamily, code ?? ''] as const,
  ),
  ...all(/RotaError\.(invalid|conflict)\(\s*'([A-Z0-9_]+)'/g).map(
    ([, family, code]) => [family as ErrorFamily, code ?? ''] as const,
  ),
];
/** Anything that is spelled as a code, wherever it is passed through. */
const spelled = all(/(?<![\w$[])'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g)
  .map(([, code]) => code ?? '')
  .filter((code) => !FOREIGN.test(code));
/** Those made of the name of a rule: `isInt` becomes IS_INT. */
const IS_RULE = /^IS_/;

const catalogue = new Map(PROBLEM_CATALOGUE.map((entry) => [entry.code, entry]));

it('every code of the sources is in the catalogue', () => {
  const codes = new Set([...thrown.map(([, code]) => code), ...spelled.filter((code) => !IS_RULE.test(code))]);
  expect([...codes].filter((code) => !catalogue.has(code)).sort()).toEqual([]);
});

it('every code of the catalogue is in the sources', () => {
  const text = sources.join('\n');
  expect(PROBLEM_CATALOGUE.filter(({ code }) => !text.includes(`'${code}'`) && !text.includes(`${code}:`))).toEqual([]);
});

it('names the status that each error really has', () => {
  const wrong = thrown.filter(
    ([family, code]) =>
      catalogue.get(code)?.statuses.includes(toProblem(new RotaError(family, code, '')).status) === false,
  );
  expect(wrong).toEqual([]);
});

it('has every code once, in order, and says what it means', () => {
  const codes = PROBLEM_CATALOGUE.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)].sort((one, other) => (one < other ? -1 : 1)));
  for (const { meaning, where } of PROBLEM_CATALOGUE)
    expect([meaning, where]).toEqual([expect.stringMatching(/\w{3}/), expect.stringMatching(/\w{3}/)]);
});
