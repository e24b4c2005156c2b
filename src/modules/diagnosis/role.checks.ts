import type { Session } from '../../platform/database/index.js';
import { type CheckResult, fail, ok, warn } from './check.js';

const RIGHTS = `
  SELECT current_user AS "user", r.rolsuper AS "isSuperuser",
    has_schema_privilege(current_user, 'public', 'CREATE') AS "mayCreate",
    has_table_privilege(current_user, 'jobs', 'UPDATE') OR has_table_privilege(current_user, 'job_executions', 'UPDATE')
      OR has_table_privilege(current_user, 'audit_log', 'UPDATE') AS "mayRewrite",
    has_table_privilege(current_user, 'live_jobs', 'UPDATE') AND has_table_privilege(current_user, 'jobs', 'INSERT')
      AND has_function_privilege(current_user, 'rota_purge_jobs(uuid[])', 'EXECUTE') AS "mayWork"
  FROM pg_roles r WHERE r.rolname = current_user`;

interface Rights {
  readonly user: string;
  readonly isSuperuser: boolean;
  readonly mayCreate: boolean;
  readonly mayRewrite: boolean;
  readonly mayWork: boolean;
}

const ADVICE =
  'let the processes connect as a member of rota_app, and only `rota migrate` as the owner: DATABASE_URL and MIGRATION_DATABASE_URL';

const OWNER = `
  SELECT current_user AS "user", pg_get_userbyid(c.relowner) AS owner, pg_has_role(current_user, c.relowner, 'USAGE') AS "mayMigrate"
  FROM pg_class c WHERE c.oid = 'jobs'::regclass`;

interface Owner {
  readonly user: string;
  readonly owner: string;
  readonly mayMigrate: boolean;
}

/**
 * The processes should not be able to change the schema or to rewrite history. `migrating` connects as `rota migrate` does; where only
 * the processes run nothing says how that is, and it connects as they do.
 */
export async function checkRoles(application: Session, migrating: Session): Promise<CheckResult[]> {
  const [rights] = await application.query<Rights>(RIGHTS);
  const [migrator] = await migrating.query<Owner>(OWNER);
  if (!rights || !migrator) return [];
  const { user, isSuperuser, mayCreate, mayRewrite, mayWork } = rights;
  if (!mayWork) {
    const advice = `as the owner: SELECT rota_grant_application(); GRANT rota_app TO ${user}`;
    return [fail('database roles', `${user} lacks rights that the processes need`, advice)];
  }
  if (user === migrator.owner || (user === migrator.user && migrator.mayMigrate)) {
    return [warn('database roles', `migrations and processes both connect as ${user}`, ADVICE)];
  }
  if (user !== migrator.user && !migrator.mayMigrate) {
    const detail = `MIGRATION_DATABASE_URL connects as ${migrator.user}, and the tables belong to ${migrator.owner}`;
    return [fail('database roles', detail, `let it connect as ${migrator.owner}, or as a member of that role`)];
  }
  if (isSuperuser || mayRewrite || mayCreate) {
    const what = isSuperuser ? 'is a superuser' : mayRewrite ? 'may rewrite history' : 'may change the schema';
    return [warn('database roles', `the processes connect as ${user}, who ${what}`, ADVICE)];
  }
  const detail = `${migrator.owner} owns the tables; the processes connect as ${user}, who cannot rewrite history`;
  return [ok('database roles', detail)];
}
