// What a migrated database says about itself, for the pages about it.
import { Client } from 'pg';

/** Bookkeeping of the migrations, no part of the model. */
const NOT_OURS = ['migrations'];

const TABLES = `
  SELECT c.oid::int AS oid, c.relname AS name, c.reloptions AS options
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relname = ANY ($1)
  ORDER BY c.relname`;

const COLUMNS = `
  SELECT a.attrelid::int AS oid, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "isRequired",
         a.attidentity <> '' AS "isIdentity", pg_get_expr(d.adbin, d.adrelid) AS "byDefault", col_description(a.attrelid, a.attnum) AS comment
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = ANY ($1) AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attrelid, a.attnum`;

/** PostgreSQL 18 lists NOT NULL here as well: it stands at the columns. */
const CONSTRAINTS = `
  SELECT c.conrelid::int AS oid, c.conname AS name, c.contype AS kind, pg_get_constraintdef(c.oid) AS definition,
         c.confrelid::regclass::text AS target, c.confdeltype AS "onDelete",
         ARRAY (SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k (num, n)
                JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.num ORDER BY k.n) AS columns
  FROM pg_constraint c
  WHERE c.conrelid = ANY ($1) AND c.contype IN ('p', 'f', 'u', 'c')
  ORDER BY c.conrelid, array_position(ARRAY['p', 'u', 'f', 'c'], c.contype::text), c.conname`;

const INDEXES = `
  SELECT i.indrelid::int AS oid, c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition,
         obj_description(i.indexrelid, 'pg_class') AS comment
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE i.indrelid = ANY ($1) AND NOT EXISTS (SELECT 1 FROM pg_constraint x WHERE x.conindid = i.indexrelid AND x.contype IN ('p', 'u'))
  ORDER BY i.indrelid, c.relname`;

const ENUMS = `
  SELECT t.typname AS name, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS labels
  FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
  WHERE t.typnamespace = 'public'::regnamespace
  GROUP BY t.typname ORDER BY t.typname`;

const VIEWS = `
  SELECT c.relname AS name, pg_get_viewdef(c.oid, true) AS definition
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v' ORDER BY c.relname`;

const FUNCTIONS = `
  SELECT p.proname AS name, pg_get_functiondef(p.oid) AS definition, obj_description(p.oid, 'pg_proc') AS comment
  FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace
  ORDER BY p.proname`;

export async function readCatalog(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const rows = async (sql, ...values) => (await client.query(sql, values)).rows;
  try {
    const tables = await rows(TABLES, NOT_OURS);
    const oids = tables.map(({ oid }) => oid);
    const parts = { columns: COLUMNS, constraints: CONSTRAINTS, indexes: INDEXES };
    for (const [name, sql] of Object.entries(parts)) {
      const found = await rows(sql, oids);
      for (const table of tables) table[name] = found.filter(({ oid }) => oid === table.oid);
    }
    return { tables, enums: await rows(ENUMS), views: await rows(VIEWS), functions: await rows(FUNCTIONS) };
  } finally {
    await client.end();
  }
}
