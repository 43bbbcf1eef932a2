import type { Kysely } from "kysely";
import type { Part } from "@/lib/backup/format/manifest.ts";
import { RestoreRefused } from "@/lib/backup/restore/backup_file.ts";
import { pathOf, quoted, type Session, wholeTables } from "@/lib/backup/session/session.ts";
import type { Notebook } from "@/lib/backup/write/catalogue.ts";
import type { Schema } from "@/lib/db/schema.ts";

/** How the schema of a part is made, wherever it is. */
export interface SchemaPlan {
  part: Part;
  notebook: Notebook;
  migrations: readonly string[];
  /** Brings the empty schema to this migration. */
  build(db: Kysely<Schema>, last: string): Promise<void>;
}

/** A schema that is filled, on a connection of its own. */
export interface Target extends SchemaPlan {
  session: Session;
  schema: string;
}

interface Relation {
  name: string;
  owner: number;
  isTable: boolean;
}

/** Tables and views of the schema that belong to no extension. */
async function relationsOf({ session, schema }: Target): Promise<Relation[]> {
  const { rows } = await session.query<Relation>(
    `select c.relname as name, c.relowner::bigint as owner,
       ${wholeTables} as "isTable"
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
       and not exists (
       select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [schema],
  );
  return rows;
}

/** Our tables. @throws RestoreRefused where there are others alone */
export async function tablesOf(target: Target): Promise<string[]> {
  const relations = await relationsOf(target);
  const notebook = relations.find(({ name }) => name === target.notebook);
  if (!notebook && relations.length > 0) {
    const names = relations.slice(0, 3).map(({ name }) => name).join(", ");
    throw new RestoreRefused(`the database is another program's: it has ${names}`);
  }
  return relations.filter(({ owner, isTable }) => isTable && owner === notebook?.owner)
    .map(({ name }) => name);
}

/** Makes the owner see all rows, until the transaction ends or the tables are gone. */
async function liftRowSecurity({ session, schema }: Target): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p') and c.relforcerowsecurity`,
    [schema],
  );
  for (const { name } of rows) {
    await session.query(`alter table ${pathOf({ schema, name })} no force row level security`);
  }
}

/** Tables that have rows in a new installation. */
const factoryTables = [
  ...["companies", "pipeline_stages", "installation", "nightly_work", "processes", "instances"],
  ...["job_ends", "job_leases", "alerts", "alert_looks", "growth"],
  ...["kysely_migration", "kysely_migration_lock"],
];
const factoryCompanies = 2;

/** No rows but those of a new installation. Runs in a transaction that may change the target. */
export async function isUnused(target: Target, tables: readonly string[]): Promise<boolean> {
  if (tables.length === 0) return true;
  const { session, schema, part } = target;
  if (part === "gateway") {
    const { rows } = await session.query(`select from ${pathOf({ schema, name: "user" })} limit 1`);
    return rows.length === 0;
  }
  await liftRowSecurity(target);
  const used = tables.filter((name) => !factoryTables.includes(name));
  const each = used.map((name) => `exists (select from ${pathOf({ schema, name })})`);
  const { rows: [row] } = await session.query<{ is_used: boolean }>(
    `select (${[...each, "false"].join(" or ")}) or
      (select count(*) > ${factoryCompanies} from ${quoted(schema)}.companies) as is_used`,
  );
  return !row!.is_used;
}

/** Kinds of what migrations make beside tables: `drop` says the kind, the query finds the names. */
const others = [
  {
    kind: "routine",
    names: `select o.oid::regprocedure::text as name, o.oid, o.pronamespace as space,
      o.proowner as owner from pg_proc o`,
  },
  {
    kind: "type",
    names: `select o.oid::regtype::text as name, o.oid, o.typnamespace as space,
      o.typowner as owner from pg_type o where o.typtype in ('e', 'd', 'r')`,
  },
  {
    kind: "collation",
    names: `select o.oid::regcollation::text as name, o.oid, o.collnamespace as space,
      o.collowner as owner from pg_collation o`,
  },
];

/** Removes what is ours. What others made of it is in the way, and stays. */
export async function clear(target: Target, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const { session, schema, notebook } = target;
  const { rows: [owner] } = await session.query<{ id: number }>(
    "select relowner::bigint as id from pg_class where oid = $1::regclass",
    [pathOf({ schema, name: notebook })],
  );
  await session.query(`drop table ${tables.map((name) => pathOf({ schema, name })).join(", ")}`);
  for (const { kind, names } of others) {
    const { rows } = await session.query<{ name: string }>(
      `select name from (${names}) o join pg_namespace n on n.oid = o.space
       where n.nspname = $1 and o.owner = $2::bigint::oid and not exists (
         select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`,
      [schema, owner!.id],
    );
    for (const { name } of rows) await session.query(`drop ${kind} ${name}`);
  }
}
