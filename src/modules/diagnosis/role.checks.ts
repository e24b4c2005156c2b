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

/** The processes should not be able to change the schema or to rewrite history. `owner` migrates. */
export async function checkRoles(application: Session, owner: Session): Promise<CheckResult[]> {
  const [rights] = await application.query<Rights>(RIGHTS);
  const [ownerRow] = await owner.query<{ user: string }>('SELECT current_user AS "user"');
  if (!rights || !ownerRow) return [];
  const { user, isSuperuser, mayCreate, mayRewrite, mayWork } = rights;
  if (!mayWork) {
    return [
      fail(
        'database roles',
        `${user} lacks rights that the processes need`,
        `as the owner: SELECT rota_grant_application(); GRANT rota_app TO ${user}`,
      ),
    ];
  }
  if (user === ownerRow.user) {
    return [warn('database roles', `migrations and processes both connect as ${user}`, ADVICE)];
  }
  if (isSuperuser || mayRewrite || mayCreate) {
    const what = isSuperuser ? 'is a superuser' : mayRewrite ? 'may rewrite history' : 'may change the schema';
    return [warn('database roles', `the processes connect as ${user}, who ${what}`, ADVICE)];
  }
  return [
    ok('database roles', `${ownerRow.user} migrates; the processes connect as ${user}, who cannot rewrite history`),
  ];
}
