/** The direction of the house: main → roles → modules → platform → kernel, never up; module to module only by its door. */
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '(^|/)src/main\\.ts$', '(^|/)src/cli/', '\\.spec\\.ts$', 'heartbeat-thread'],
      },
      to: {},
    },
    {
      name: 'kernel-is-plain',
      comment: 'kernel knows no framework, no database, no environment and no other room',
      severity: 'error',
      from: { path: '^src/kernel', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^src/kernel', '^(node:)?(crypto|util|assert)'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'platform-below-modules',
      severity: 'error',
      from: { path: '^src/platform' },
      to: { path: '^src/(modules|roles|cli|main)' },
    },
    {
      name: 'modules-below-roles',
      severity: 'error',
      from: { path: '^src/modules' },
      to: { path: '^src/(roles|cli|main)' },
    },
    { name: 'roles-below-main', severity: 'error', from: { path: '^src/roles' }, to: { path: '^src/(main|cli)' } },
    {
      name: 'modules-by-their-door',
      comment: 'a module is entered only through index.ts',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/modules/([^/]+)/.+', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/index\\.ts$'] },
    },
    {
      name: 'roles-by-the-door',
      severity: 'error',
      from: { path: '^src/(roles|cli)/' },
      to: { path: '^src/modules/([^/]+)/.+', pathNot: ['^src/modules/[^/]+/index\\.ts$'] },
    },
    {
      name: 'tracing-sdk-is-lazy',
      comment: 'without an endpoint for traces nothing of their SDK is loaded',
      severity: 'error',
      from: { pathNot: '^src/platform/tracing/otlp-tracing' },
      to: { path: '^src/platform/tracing/otlp-tracing|node_modules/@opentelemetry/', dynamic: false },
    },
    {
      name: 'no-tests-in-production',
      severity: 'error',
      from: { path: '^src', pathNot: '\\.spec\\.ts$' },
      to: { path: '\\.spec\\.ts$|^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
