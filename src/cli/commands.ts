import type { CommandEntry } from './command.js';

/** Every command of `rota`. The words of one may begin another's: the longest match counts. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    words: ['migrate'],
    summary: 'apply what is pending; any number may run at once',
    load: async () => (await import('./migrate.command.js')).migrateUp,
  },
  {
    words: ['migrate', 'down'],
    summary: 'revert the newest migration, with its data',
    load: async () => (await import('./migrate.command.js')).migrateDown,
  },
  {
    words: ['migrate', 'status'],
    summary: 'current, pending or ahead; exit code 0 only for current',
    load: async () => (await import('./migrate.command.js')).migrateStatus,
  },
  {
    words: ['owner', 'create'],
    summary: 'the first person: --email E [--name N] [--organization O]; password from OWNER_PASSWORD',
    load: async () => (await import('./owner-create.command.js')).createOwner,
  },
  {
    words: ['seed'],
    summary: 'demo data, where there is none yet [--reset deletes everything before] [--json]',
    load: async () => (await import('./seed.command.js')).seedDemo,
  },
  {
    words: ['db', 'resume'],
    summary: 'un-pause every queue and schedule of every project',
    load: async () => (await import('./db-resume.command.js')).resumeEverything,
  },
  {
    words: ['env', 'export'],
    summary: 'write .env.example and docs/configuration.md [--directory DIR]',
    load: async () => (await import('./env-export.command.js')).exportEnvironment,
  },
  {
    words: ['permissions', 'export'],
    summary: 'write docs/permissions.md from the table of permissions [--directory DIR]',
    load: async () => (await import('./permissions-export.command.js')).exportPermissions,
  },
  {
    words: ['openapi', 'export'],
    summary: 'write openapi.json and docs/problems.md from this build [--directory DIR]',
    load: async () => (await import('./openapi-export.command.js')).exportOpenApi,
  },
];
