/** Back-ups of databases of either kind, made and restored in the process of a test. */
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { BackupFile } from "@/lib/backup/restore/backup_file.ts";
import { restoreInto } from "@/lib/backup/restore/restore.ts";
import { embeddedSession, withEmbeddedSnapshot } from "@/lib/backup/session/embedded_session.ts";
import { withPostgres } from "@/lib/backup/session/postgres_session.ts";
import { pathOf, type Session } from "@/lib/backup/session/session.ts";
import { readCatalogue } from "@/lib/backup/write/catalogue.ts";
import { OutputFile } from "@/lib/backup/write/output.ts";
import { writeBackup } from "@/lib/backup/write/write_backup.ts";
import { createPglite, type Database, type Db } from "@/lib/db/connection.ts";
import { migrations as ourMigrations } from "@/lib/db/migrate.ts";
import type { Migration } from "@/lib/db/migration/migration.ts";
import { runMigrations } from "@/lib/db/migration/run_migrations.ts";
import { testDatabases } from "../support/test_server.ts";

export type Kind = Database["kind"];

const server = await testDatabases();

/** An empty database. */
export interface Place extends AsyncDisposable {
  kind: Kind;
  /** The owner's, on Postgres. */
  url?: string;
  pglite?: PGlite;
  /** Runs `work` as the owner: on Postgres no superuser, whom row security binds. */
  asOwner<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Runs `work` past row security, in a snapshot. */
  reading<T>(work: (session: Session) => Promise<T>): Promise<T>;
}

export async function makePlace(kind: Kind): Promise<Place> {
  if (kind === "pglite") {
    const pglite = await createPglite();
    return {
      kind,
      pglite,
      asOwner: async (work) => await work(await embeddedSession(pglite)),
      reading: (work) => withEmbeddedSnapshot(pglite, work),
      [Symbol.asyncDispose]: () => pglite.close(),
    };
  }
  const url = await server!.createDatabase();
  const { pathname } = new URL(url);
  const adminUrl = Object.assign(new URL(server!.adminUrl), { pathname }).href;
  return {
    kind,
    url,
    asOwner: (work) => withPostgres(url, work),
    reading: (work) =>
      withPostgres(adminUrl, async (session) => {
        await session.query("begin isolation level repeatable read read only");
        return await work(session);
      }),
    [Symbol.asyncDispose]: () => server!.dropDatabase(url),
  };
}

/** Each table's rows as one digest, whatever their order; those of the hold are left out. */
export function digestsOf(place: Place): Promise<Record<string, string>> {
  return place.reading(async (session) => {
    const { tables } = await readCatalogue(session, "public", "kysely_migration");
    const digests: Record<string, string> = {};
    for (const table of tables) {
      const row = table.name === "installation"
        ? "(to_jsonb(t) - 'held_since' - 'held_reason')::text"
        : "t::text";
      const { rows: [one] } = await session.query<{ digest: string; count: number }>(
        `select count(*) as count, md5(coalesce(string_agg(md5(${row}), ''
           order by md5(${row}) collate "C"), '')) as digest from ${pathOf(table)} t`,
      );
      digests[table.name] = `${one!.count} ${one!.digest}`;
    }
    return digests;
  });
}

export function sequencesOf(place: Place) {
  return place.reading(async (session) =>
    (await readCatalogue(session, "public", "kysely_migration")).sequences
  );
}

export async function writeTo(path: string, place: Place): Promise<void> {
  const sink = new OutputFile(path);
  await sink.open();
  await place.reading((session) =>
    writeBackup(session, { build: null, schemas: { app: "public" }, sink })
  );
  await sink.end();
}

interface Restoring {
  migrations?: Record<string, Migration>;
  isReplaced?: boolean;
}

/** @returns what was said to be left out */
export async function restoreFrom(
  path: string,
  place: Place,
  { migrations = ourMigrations, isReplaced = false }: Restoring = {},
): Promise<string[]> {
  const lines: string[] = [];
  using file = await BackupFile.open(path, { spoolIn: join(path, "..") });
  await place.asOwner((session) =>
    restoreInto(file, {
      targets: [{
        part: "app",
        session,
        schema: "public",
        notebook: "kysely_migration",
        migrations: Object.keys(migrations),
        build: (db, last) => buildUpTo(last, db, migrations),
      }],
      isReplaced,
      database: "place",
      reason: "a test",
      tell: (line) => void lines.push(line),
    })
  );
  return lines;
}

export async function buildUpTo(
  to: string | undefined,
  db: Db,
  migrations: Record<string, Migration>,
): Promise<void> {
  await runMigrations(db, migrations, { to, isEmpty: true });
}

/** Tables with whatever Postgres keeps, beside the two that a restore reads. */
export const oddMigrations: Record<string, Migration> = {
  "0001_odd": {
    async up(db: Db) {
      for (const statement of oddSchema) await sql.raw(statement).execute(db);
    },
  },
};

const oddSchema = [
  "create table companies (id int generated always as identity primary key)",
  `create table installation (only_row bool primary key default true, held_since timestamptz,
    held_reason text)`,
  "insert into installation default values",
  "create type mood as enum ('good', 'b,ad\\ \"one\"')",
  `create table odd (
    id bigint generated always as identity primary key, gone int, words text, "Two ""Words""" text,
    at timestamptz, day date, span interval, doc jsonb, raw json, bytes bytea, list text[],
    grid int[][], feeling mood, price numeric, ratio float8, flag bool, key uuid, net inet,
    twice text generated always as (words || words) stored, moments tstzrange)`,
  "alter table odd drop column gone",
  "create table defaults (id serial, at timestamptz default now())",
  "create table loops (id int primary key, next int references loops deferrable, odd bigint)",
  "alter table loops add foreign key (odd) references odd on delete cascade",
  "create table noted (what text)",
  `create function note() returns trigger language plpgsql as $$
    begin insert into noted values (tg_op); return null; end $$`,
  "create trigger note after insert on loops for each row execute function note()",
  "alter table odd enable row level security",
  "alter table odd force row level security",
  "create collation names (provider = icu, locale = 'es')",
];

const strangeWords = [
  "'plain'",
  "''",
  "null",
  "E'\\\\.'",
  "E'\\\\.\\n\\\\.\\n'",
  "E'tab\\tline\\nreturn\\rback\\\\slash\\bbell\\x07feed\\fvertical\\v'",
  "E'\\\\N'",
  "'\\N'",
  "E'\\\\000 \\\\x00 \\u2028 \\u0085 \\U0001F600'",
  "repeat('á', 100000)",
];

/** Fills what {@linkcode oddMigrations} makes. */
export async function fillOdd({ query }: Session): Promise<void> {
  await query("alter table odd no force row level security");
  for (const words of strangeWords) {
    await query(
      `insert into odd (words, "Two ""Words""", at, day, span, doc, raw, bytes, list, grid,
        feeling, price, ratio, flag, key, net, moments)
      select ${words}, ${words}, at, day, span, doc, raw, bytes, list, grid, feeling, price, ratio,
        flag, key, net, moments from (values
      ('infinity'::timestamptz, '-infinity'::date, '-1 year 3 days -04:05:06.7'::interval,
        '{"a":"\\u00e9\\u2028\\\\","b":[1.10,null]}'::jsonb, '{"a" : "\\u0061", "a":2}'::json,
        '\\x00ff5c2e0a09'::bytea, array['a,b', '"', '\\', null, 'NULL', E'\\n', '{}'],
        array[[1,2],[3,4]], 'b,ad\\ "one"'::mood, 'NaN'::numeric, 'infinity'::float8, true,
        '00000000-0000-0000-0000-000000000000'::uuid, '::1/64'::inet, 'empty'::tstzrange),
      ('4713-01-01 00:00:00+00 BC', '0044-03-15 BC', null, 'null', 'null', '', '{}', '{}', 'good',
        123456789012345678901234567890.000100, 0.1 + 0.2, false, null, '10.0.0.0/8',
        '["2026-01-01 00:00:00+00",infinity)'),
      (null, null, null, null, null, null, null, null, null, null, '-0'::float8, null, null, null,
        null)) v (at, day, span, doc, raw, bytes, list, grid, feeling, price, ratio, flag, key, net,
          moments)`,
    );
  }
  await query("alter table odd force row level security");
  await query("insert into defaults select from generate_series(1, 50)");
  await query("insert into loops values (1, 2, 1), (2, 1, 2), (3, null, null)");
  await query("delete from defaults where id > 40");
}
