/** The release before goes on beside today's version: nothing is taken away, no row asks for more. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Database, type Db, openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo, migrations } from "@/lib/db/migrate.ts";
import type { Migration } from "@/lib/db/migration/migration.ts";
import { changeOf } from "@/lib/db/migration/standing.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testDatabases } from "../../support/test_server.ts";
import { openOnServer } from "../../support/world_database.ts";
import { narrowed, readCatalogue } from "./catalogue.ts";
import last from "./last.json" with { type: "json" };

const server = await testDatabases();
const ignore = server === null;

/**
 * What migrations since the last release may take. One that narrows must let that release go on:
 * what does without comes a release earlier than what takes away.
 */
function allowedSince(release: string, list: Record<string, Migration>): string[] {
  return Object.entries(list).filter(([name]) => name > release).flatMap(([name, one]) => {
    if (changeOf(name, one) === "widens") return one.harmless ?? [];
    return (one.oldest ?? name) <= release ? one.takes ?? [] : [];
  });
}

Deno.test({
  name: "the last release goes on on today's schema, as far as the catalogue says",
  ignore,
  async fn() {
    const url = await server!.createDatabase();
    const log = createLog("error");
    const database = await openDatabase({ url, log, poolSize: 2, deadlineMs: 120_000 });
    try {
      await migrateTo(database.db, last.migration);
      const before = await readCatalogue(database.db);
      assert.ok(before.offers.length > 1_000 && Object.keys(before.demands).length > 300);
      await migrate(database.db);
      const findings = narrowed(before, await readCatalogue(database.db));
      const allowed = allowedSince(last.migration, migrations);
      assert.deepEqual(findings.filter((one) => !allowed.includes(one)), []);
    } finally {
      await database.close();
      await server!.dropDatabase(url);
    }
  },
});

/** Changes of a schema, and what each is found to be: none where nobody is refused. */
const changes: [statement: string, findings: string[]][] = [
  ["drop table notes cascade", ["table notes is gone"]],
  ["alter table clients drop column phone cascade", [
    "column clients.phone is gone",
    "trigger clients search_words_changed is gone",
  ]],
  ["alter table clients rename column phone to telephone", ["column clients.phone is gone"]],
  ["alter table clients add vat text", []],
  ["alter table clients add vat text not null default ''", []],
  ["alter table clients add vat text not null", ["column clients.vat is asked for"]],
  ["alter table clients alter notes set not null", [
    "column clients.notes is asked for",
    "column clients.notes may not be null",
  ]],
  ["alter table clients alter created_at drop default", [
    "column clients.created_at is asked for",
  ]],
  ["alter table users alter name type varchar(9)", [
    "column users.name is character varying(9)",
    "users CHECK (((length((name)::text) >= 1) AND (length((name)::text) <= 120))) is demanded",
  ]],
  ["alter table quote_lines alter position type bigint", []],
  ["alter table clients add check (name <> 'x')", [
    "clients CHECK ((name <> 'x'::text)) is demanded",
  ]],
  ["alter table clients add check (name <> 'x') not valid", [
    "clients CHECK ((name <> 'x'::text)) is demanded",
  ]],
  ["alter table clients add vat text check (vat <> '')", []],
  ["create unique index on clients (company_id, name)", [
    "clients unique btree (company_id, name) is demanded",
  ]],
  ["alter table clients add vat text, add unique (company_id, vat)", []],
  ["create unique index on clients (company_id, id, name)", []],
  ["alter table notes add foreign key (author_id) references users (id)", []],
  ["alter table users drop constraint users_email_key", ["users unique btree (email) is gone"]],
  ["drop function relevo_refresh_statistics", [
    "function relevo_refresh_statistics() returns text[] is gone",
  ]],
  ["revoke delete on notes from relevo_tenant", ["right relevo_tenant delete notes is gone"]],
  ["drop trigger search_words_changed on clients", [
    "trigger clients search_words_changed is gone",
  ]],
  ["create index on clients (name)", []],
  ["create table more (id integer not null, other integer not null references users)", []],
];

Deno.test({
  name: "a schema that takes away or asks for more is found out",
  ignore,
  async fn() {
    await using database = await opened();
    const before = await readCatalogue(database.db);
    for (const [statement, expected] of changes) {
      const findings = await undone(database.db, async (trx) => {
        await sql.raw(statement).execute(trx);
        return narrowed(before, await readCatalogue(trx));
      });
      assert.deepEqual(findings, expected, statement);
    }
  },
});

async function opened(): Promise<Database & AsyncDisposable> {
  const database = await openOnServer();
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
}

class Undone extends Error {}

async function undone<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await db.transaction().execute(async (trx) => {
    result = await work(trx);
    throw new Undone();
  }).catch((error) => {
    if (!(error instanceof Undone)) throw error;
  });
  return result!;
}

Deno.test("what a migration takes counts only a release after what does without it", () => {
  const up = () => Promise.resolve();
  const takes = ["column notes.body is gone"];
  const since = (one: Partial<Migration>) =>
    allowedSince("0083_x", { "0085_y": { up, takes, ...one } as Migration });
  assert.deepEqual(since({ change: "narrows", oldest: "0082_w" }), takes);
  assert.deepEqual(since({ change: "narrows", oldest: "0083_x" }), takes);
  assert.deepEqual(since({ change: "narrows", oldest: "0084_z" }), []);
  assert.deepEqual(since({ change: "narrows" }), []);
  assert.deepEqual(since({ change: "widens" }), []);
  assert.deepEqual(since({ change: "widens", harmless: takes }), takes);
});
