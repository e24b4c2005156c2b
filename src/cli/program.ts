import { Command as Node, Option } from 'commander';
import { ProcessConfig } from '../platform/config/index.js';
import type { CommandContext } from './command.js';
import { type CommandSpecification, CommandTree } from './command-tree.js';
import { operationSpecifications } from './operation-specifications.js';
import { DIRECTORY, YES } from './options.js';

const EPILOGUE = `
Exit codes: 0 done, 1 not done or not as it should be, 2 wrongly called, 3 the database cannot be reached.
The database is DATABASE_URL (or a file .env here); what changes the schema connects with MIGRATION_DATABASE_URL.
\`enqueue\` knows the handlers that HANDLER_MODULES brings.`;

const MIGRATE: readonly CommandSpecification[] = [
  {
    usage: 'up',
    summary: 'apply what is pending; any number may run at once',
    load: async () => (await import('./migrate.command.js')).migrateUp,
    isDefault: true,
  },
  {
    usage: 'down',
    summary: 'revert the newest migration, with the data that it made room for',
    load: async () => (await import('./migrate.command.js')).migrateDown,
    options: [YES],
  },
  {
    usage: 'status',
    summary: 'current, pending, ahead or foreign; exit code 0 only for current',
    load: async () => (await import('./migrate.command.js')).migrateStatus,
  },
];

const SEED: readonly CommandSpecification[] = [
  {
    usage: 'demo',
    summary: 'demo data, where there is none yet',
    load: async () => (await import('./seed.command.js')).seedDemo,
    options: [
      new Option('--reset', 'delete everything in this database first'),
      new Option('--force', 'with --reset, also in production'),
      new Option('--spare-others', 'with --reset, refuse where jobs are that are not of a demo; ask nothing otherwise'),
      YES,
    ],
    isDefault: true,
  },
];

const OWNER_OPTIONS = [
  new Option('--email <address>', 'who signs in').makeOptionMandatory(),
  new Option('--name <name>', 'of the person').default('Owner'),
  new Option('--organization <name>', 'that is made for them').default('Default'),
];

const OWNER: CommandSpecification = {
  usage: 'owner',
  summary: 'the first person of an installation, or of another organization; password from OWNER_PASSWORD',
  load: async () => (await import('./owner-create.command.js')).createOwner,
  options: OWNER_OPTIONS,
};

/** What `npm run generated` calls. */
const EXPORTS: readonly (readonly [group: string, specification: CommandSpecification])[] = [
  [
    'env',
    exportOf(
      '.env.example and docs/configuration.md',
      async () => (await import('./env-export.command.js')).exportEnvironment,
    ),
  ],
  [
    'permissions',
    exportOf('docs/permissions.md', async () => (await import('./permissions-export.command.js')).exportPermissions),
  ],
  ['metrics', exportOf('docs/metrics.md', async () => (await import('./metrics-export.command.js')).exportMetrics)],
  [
    'openapi',
    exportOf(
      'openapi.json and docs/problems.md',
      async () => (await import('./openapi-export.command.js')).exportOpenApi,
    ),
  ],
  [
    'schema',
    exportOf(
      'migrations/schema.json from the database',
      async () => (await import('./schema-export.command.js')).exportSchema,
    ),
  ],
];

function exportOf(what: string, load: CommandSpecification['load']): CommandSpecification {
  return { usage: 'export', summary: `write ${what}`, load, options: [DIRECTORY] };
}

/** The whole command line; `done` is told the exit code of the command that ran. */
export function createProgram(context: CommandContext, done: (exitCode: number) => void): Node {
  const tree = new CommandTree(context, done);
  const program = new Node('rota')
    .description('Operates an installation of Rota.')
    .version(ProcessConfig.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => context.complain(text.trimEnd()),
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    })
    .addHelpText('after', EPILOGUE);
  tree.add(program.command('migrate').description('the schema of the database'), MIGRATE);
  tree.add(program.command('seed').description('data to look at'), SEED);
  tree.add(program.command('create').description('what an installation begins with'), [OWNER]);
  tree.add(program, operationSpecifications);
  tree.add(program.command('owner', { hidden: true }), [{ ...OWNER, usage: 'create' }]);
  tree.add(program.command('db', { hidden: true }), [
    { usage: 'resume', summary: 'resume-all', load: async () => (await import('./resume-all.command.js')).resumeAll },
  ]);
  for (const [group, specification] of EXPORTS) {
    tree.add(program.command(group, { hidden: true }), [specification]);
  }
  return program;
}
