/** Tables and sequences to copy, asked of the database so that none is forgotten. */
import type { Part, Sequence } from "@/lib/backup/format/manifest.ts";
import {
  type CopyTable,
  pathOf,
  quoted,
  type Session,
  wholeTables,
} from "@/lib/backup/session/session.ts";

export interface Catalogue {
  tables: CopyTable[];
  sequences: Record<string, Sequence>;
  migrations: string[];
}

/** Where migrations are noted; who owns this table owns ours, and others' beside it are not. */
export type Notebook = "kysely_migration" | "gateway_migration";

export class UnknownDatabase extends Error {
  override name = "UnknownDatabase";
  constructor(part: Part, place = "the database") {
    super(`${place} is not the one of Relevo's ${part}`);
  }
}

/** The schema's tables, sequences and migrations. @throws where the notebook is missing */
export async function readCatalogue(
  session: Session,
  schema: string,
  notebook: Notebook,
): Promise<Catalogue> {
  const { rows: tables } = await session.query<CopyTable>(
    `select $1 as schema, c.relname as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum) as columns
     from ${ours(wholeTables)} order by c.relname`,
    [schema, notebook],
  );
  const { rows: names } = await session.query<{ name: string }>(
    `select c.relname as name from ${ours("c.relkind = 'S'")} order by c.relname`,
    [schema, notebook],
  );
  const { rows } = await session.query<{ name: string }>(
    `select name from ${quoted(schema)}.${notebook} order by name`,
  );
  return {
    tables: tables.filter(({ columns }) => columns.length > 0),
    sequences: await readSequences(session, schema, names.map(({ name }) => name)),
    migrations: rows.map(({ name }) => name),
  };
}

/** Relations in schema $1 that belong to the owner of the notebook $2. */
function ours(condition: string): string {
  return `pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = $1
     join pg_class noted on noted.relnamespace = n.oid and noted.relname = $2
       and noted.relowner = c.relowner
     where ${condition}`;
}

async function readSequences(session: Session, schema: string, names: string[]) {
  if (names.length === 0) return {};
  const each = names.map((name, at) =>
    `select ${at} as at, last_value, is_called from ${pathOf({ schema, name })}`
  );
  const { rows } = await session.query<Sequence & { at: number }>(each.join(" union all "));
  return Object.fromEntries(
    rows.map(({ at, last_value, is_called }) => [names[at]!, { last_value, is_called }]),
  );
}

export async function hasNotebook(session: Session, notebook: Notebook): Promise<boolean> {
  const { rows } = await session.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relname = $1`,
    [notebook],
  );
  return rows.length > 0;
}

/** The gateway's schemas in this database; each gateway has one of its login's name. */
export async function findGatewaySchemas(session: Session): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select n.nspname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relname = 'gateway_migration' and c.relkind = 'r' order by n.nspname`,
  );
  return rows.map(({ name }) => name);
}

/** Tables that the login may not read whole: without the right, or held back by row security. */
export async function findUnreadable(session: Session, schemas: string[]): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and ${wholeTables} and not (
       has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
       and not row_security_active(c.oid))
     order by c.relname`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}
