import { projectRoot } from '../bootstrap/project-root.mjs';

const inProject = (folder) => `^${projectRoot.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}/${folder}/`;

/**
 * The steps of `npm test`, cheapest first. A step is an npm script (one check), a set of jest files, or a file of Node's own runner.
 * Two test files at a time suit two cores. Checks that follow each other `inGroup` run two at a time as well: most of them use one core.
 */
export const STEPS = [
  { name: 'typecheck', title: 'types', script: 'typecheck', inGroup: 'sources' },
  { name: 'lint', title: 'lint rules', script: 'lint', inGroup: 'sources' },
  { name: 'format', title: 'formatting', script: 'format:check', inGroup: 'sources' },
  { name: 'web-typecheck', title: 'types of the admin app', script: 'typecheck:web', inGroup: 'sources' },
  { name: 'web-lint', title: 'lint rules of the admin app', script: 'lint:web', inGroup: 'sources' },
  { name: 'build', title: 'build', script: 'build', inGroup: 'builds' },
  // Before tests that start everything side by side; what is quick goes beside it.
  { name: 'build-web', title: 'build of the admin app', script: 'build:web', inGroup: 'builds' },
  { name: 'deps', title: 'direction of imports', script: 'deps', inGroup: 'builds' },
  { name: 'dead-code', title: 'unused files, exports and dependencies', script: 'dead-code', inGroup: 'builds' },
  { name: 'generated', title: 'generated files are as committed', script: 'generated:check', inGroup: 'documents' },
  {
    name: 'plans',
    title: 'plans of the hot statements are as committed',
    script: 'db:explain:check',
    inGroup: 'documents',
  },
  { name: 'openapi', title: 'clients of the document before', script: 'openapi:breaking', inGroup: 'documents' },
  {
    name: 'unit',
    title: 'specs beside the code',
    jest: [inProject('src'), inProject('scripts'), inProject('web'), inProject('test/rules')],
    workers: 2,
  },
  { name: 'integration', title: 'tests on a real PostgreSQL', jest: [inProject('test/integration')], workers: 2 },
  {
    name: 'contract',
    title: 'the interface as documented, on the build',
    jest: [inProject('test/contract')],
    workers: 2,
  },
  { name: 'mutants', title: 'each guarantee taken away once', script: 'test:mutants' },
  { name: 'e2e', title: 'tests with real processes', jest: [inProject('test/e2e')], workers: 2 },
  { name: 'web', title: 'the admin app in a browser', nodeTest: 'web/test/admin-app.test.mjs' },
  { name: 'rehearse', title: 'the steps of the images, without Docker', script: 'rehearse' },
  // The last one: it reads what all the others made processes say.
  { name: 'logs', title: 'no secret stands in any log of all these tests', searchesLogs: true },
  {
    name: 'runner',
    title: 'what needs Docker and kubectl; only by name',
    jest: [inProject('test/runner')],
    workers: 1,
    isOnDemand: true,
  },
];
