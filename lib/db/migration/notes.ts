import { sql } from "kysely";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { version } from "@/lib/tools/version.ts";

/** A migration that the database has, as Kysely's table keeps it. */
export interface Note {
  name: string;
  version: string | null; // that applied it, since 0084
}

const firstWithVersion = "0084_versions";

/** The tables are Kysely's, which earlier versions read. */
export async function prepareNotes(db: Db): Promise<void> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(db);
  await sql`create table if not exists kysely_migration_lock (
    id varchar(255) not null primary key, is_locked integer default 0 not null)`.execute(db);
  await sql`insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)
    on conflict do nothing`.execute(db);
}

export async function readNotes(db: Db): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select name, to_jsonb(m) ->> 'version' as version from kysely_migration m order by name`
    .execute(db);
  return rows;
}

export async function noteMigration(trx: BareTrx, name: string): Promise<void> {
  const at = new Date().toISOString();
  if (name < firstWithVersion) {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(trx);
  } else {
    await sql`insert into kysely_migration (name, timestamp, version)
      values (${name}, ${at}, ${version})`.execute(trx);
  }
}

/** The migration that a version must know at least; null before there was such a thing. */
export async function readOldest(db: Db): Promise<string | null> {
  const { rows: [row] } = await sql<{ oldest: string | null }>`
    select to_jsonb(i) ->> 'oldest' as oldest from installation i`.execute(db);
  return row?.oldest ?? null;
}

export async function raiseOldest(trx: BareTrx, oldest: string): Promise<void> {
  if (oldest <= firstWithVersion) return;
  await sql`update installation set oldest = ${oldest} where oldest < ${oldest}`.execute(trx);
}
