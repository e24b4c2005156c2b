import type { Session } from '../../platform/database/index.js';

/** What a schema consists of: by kind, the name of each object and what makes it what it is. Without data, owners and versions. */
export type SchemaCatalog = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Only what PostgreSQL 16, 17 and 18 say in the same words. A NOT NULL is part of its column (18 has constraints for them, too), and the
 * text of a view differs between versions, so only its columns count.
 */
const KINDS: Readonly<Record<string, string>> = {
  columns: `
    SELECT c.relname || '.' || a.attname AS name,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'not null' END,
        'default ' || pg_get_expr(d.adbin, d.adrelid), 'identity ' || nullif(a.attidentity::text, '')) AS text
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'v')
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> 'migrations'`,
  constraints: `
    SELECT c.relname || '.' || k.conname AS name, pg_get_constraintdef(k.oid) AS text
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.connamespace = 'public'::regnamespace AND k.contype IN ('c', 'f', 'p', 'u') AND c.relname <> 'migrations'`,
  indexes: `
    SELECT i.indexname AS name, i.indexdef AS text FROM pg_indexes i
    JOIN pg_index x ON x.indexrelid = format('%I.%I', i.schemaname, i.indexname)::regclass
    WHERE i.schemaname = 'public' AND i.tablename <> 'migrations' AND x.indisvalid`,
  functions: `
    SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name,
      concat_ws(' ', CASE WHEN p.prosecdef THEN 'security definer' END, md5(p.prosrc)) AS text
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace`,
  types: `
    SELECT t.typname AS name, string_agg(e.enumlabel, ' ' ORDER BY e.enumsortorder) AS text
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid WHERE t.typnamespace = 'public'::regnamespace GROUP BY t.typname`,
  settings: `
    SELECT c.relname AS name, array_to_string(c.reloptions, ' ') AS text
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.reloptions IS NOT NULL`,
  triggers: `
    SELECT c.relname || '.' || t.tgname AS name, pg_get_triggerdef(t.oid) AS text
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`,
};

export async function readSchemaCatalog(session: Session): Promise<SchemaCatalog> {
  const catalog: Record<string, Record<string, string>> = {};
  for (const [kind, statement] of Object.entries(KINDS)) {
    const rows = await session.query<{ name: string; text: string | null }>(`${statement} ORDER BY 1`);
    // PostgreSQL sorts by the database's collation, a file must not.
    const sorted = rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    catalog[kind] = Object.fromEntries(sorted.map(({ name, text }) => [name, text ?? '']));
  }
  return catalog;
}

/** What is missing, different or too much, in words. */
export function differencesOf(expected: SchemaCatalog, found: SchemaCatalog): string[] {
  return Object.keys(expected).flatMap((kind) => {
    const [wanted, present] = [expected[kind] ?? {}, found[kind] ?? {}];
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(present)])].toSorted();
    return names
      .filter((name) => wanted[name] !== present[name])
      .map((name) => {
        if (present[name] === undefined) return `${kind}: ${name} is missing`;
        return wanted[name] === undefined ? `${kind}: ${name} is not ours` : `${kind}: ${name} is not as it should be`;
      });
  });
}
