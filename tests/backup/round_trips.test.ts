/** What was backed up is there again, to the last byte, on the other kind of database too. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { builderOn } from "@/lib/backup/session/session.ts";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { checkData, type Fault } from "@/lib/invariants/check_data.ts";
import { createLog } from "@/lib/tools/log.ts";
import { fillCompany } from "../support/filled.ts";
import { hasServer } from "../support/kinds.ts";
import {
  buildUpTo,
  digestsOf,
  fillOdd,
  type Kind,
  makePlace,
  oddMigrations,
  type Place,
  restoreFrom,
  sequencesOf,
  writeTo,
} from "./support.ts";
import { inFolder } from "./folders.ts";

const kinds: Kind[] = hasServer ? ["postgres", "pglite"] : ["pglite"];

async function assertSame(from: Place, to: Place): Promise<void> {
  assert.deepEqual(await digestsOf(to), await digestsOf(from));
  assert.deepEqual(await sequencesOf(to), await sequencesOf(from));
}

async function makeOdd(kind: Kind): Promise<Place> {
  const place = await makePlace(kind);
  await place.asOwner(async (session) => {
    await buildUpTo(undefined, builderOn(session), oddMigrations);
    await fillOdd(session);
  });
  return place;
}

for (const from of kinds) {
  for (const to of kinds) {
    Deno.test(`whatever Postgres keeps is the same after it: ${from} to ${to}`, () =>
      inFolder(async (folder) => {
        await using source = await makeOdd(from);
        const path = join(folder, "odd.tar");
        await writeTo(path, source);
        await using target = await makePlace(to);
        assert.deepEqual(await restoreFrom(path, target, { migrations: oddMigrations }), []);
        await assertSame(source, target);
        const again = await restoreFrom(path, target, {
          migrations: oddMigrations,
          isReplaced: true,
        });
        assert.deepEqual(again, []);
        await assertSame(source, target);
        await target.asOwner(async ({ query }) => {
          await assert.rejects(query("insert into loops values (4, 5, null)"), /foreign key/);
          await query("insert into loops values (4, 1, null)");
          const { rows } = await query("select what from noted");
          assert.equal(rows.length, 3 + 1, "no trigger ran, and now they do");
          const { rows: [next] } = await query<{ id: number }>(
            "insert into defaults default values returning id",
          );
          assert.equal(next!.id, 51);
          const { rows: [security] } = await query(
            "select relforcerowsecurity as forced from pg_class where relname = 'odd'",
          );
          assert.deepEqual(security, { forced: true });
        });
      }));
  }
}

const log = createLog("error");

function open({ url, pglite }: Place): Promise<Database> {
  return openDatabase({ url, pglite, log, poolSize: 2, deadlineMs: 120_000 });
}

/** Filling says less than the app would have. */
async function faultsOf(place: Place): Promise<Fault[]> {
  const database = await open(place);
  const faults = await checkData(database.db);
  if (place.kind === "postgres") await database.close();
  return faults;
}

/** A company with years of work. */
async function makeFilled(kind: Kind): Promise<Place> {
  const place = await makePlace(kind);
  const database = await open(place);
  await migrate(database.db);
  await fillCompany(database.db, { companyId: 2, scale: 0.004, now: new Date("2026-11-20") });
  if (kind === "postgres") await database.close();
  return place;
}

for (const from of kinds) {
  for (const to of kinds) {
    Deno.test(`an installation is whole after it: ${from} to ${to}`, () =>
      inFolder(async (folder) => {
        await using source = await makeFilled(from);
        const path = join(folder, "filled.tar");
        await writeTo(path, source);
        await using target = await makePlace(to);
        assert.deepEqual(await restoreFrom(path, target), []);
        await assertSame(source, target);
        const database = await open(target);
        assert.deepEqual(await checkData(database.db), await faultsOf(source));
        const hold = await database.db.selectFrom("installation").select("held_reason")
          .executeTakeFirstOrThrow();
        assert.equal(hold.held_reason, "a test");
        if (to === "postgres") await database.close();
      }));
  }
}

Deno.test("large values come out of the embedded database a few rows at a time", async () => {
  await using place = await makePlace("pglite");
  await place.asOwner(async (session) => {
    await session.query("create table blobs (id int generated always as identity, bytes bytea)");
    await session.query("alter table blobs alter column bytes set storage external");
    await session.query(
      `insert into blobs (bytes) select convert_to(repeat(chr(96 + n % 26), 500000), 'UTF8')
       from generate_series(1, 40) n`,
    );
    await session.query("delete from blobs where id % 7 = 0");
    const table = { schema: "public", name: "blobs", columns: ["id", "bytes"] };
    const ids: string[] = [];
    for await (const chunk of session.copyOut(table)) {
      assert.ok(chunk.length < 8_000_000, `${chunk.length} bytes at once`);
      const lines = new TextDecoder().decode(chunk).split("\n").slice(0, -1);
      ids.push(...lines.map((line) => line.split("\t")[0]!));
    }
    const expected = Array.from({ length: 40 }, (_, at) => at + 1).filter((id) => id % 7 > 0);
    assert.deepEqual(ids, expected.map(String));
  });
});
