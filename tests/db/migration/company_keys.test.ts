/** Keys of companies' tables change beside writers, and a kill leaves nothing half (0094, 0095). */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Database, type Db, openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import { createLog } from "@/lib/tools/log.ts";
import { long, proof } from "../../faults/support/proof.ts";
import { fillCompany } from "../../support/filled.ts";
import { testDatabases } from "../../support/test_server.ts";
import { until } from "../../support/wait.ts";

const server = await testDatabases();
const log = createLog("error");

/** What a caller may wait for at most, in the long form. */
const longestMs = 2_000;

/** A company's rows in the schema before the keys changed. */
function testBefore(
  title: string,
  { scale }: { scale: number },
  test: (place: { url: string; database: Database }) => Promise<void>,
): void {
  const fn = async () => {
    const url = await server!.createDatabase();
    const database = await openDatabase({ url, log, poolSize: 8, deadlineMs: 600_000 });
    try {
      await migrateTo(database.db, "0093_morning_times");
      await fillCompany(database.db, { companyId: 1, scale, now: new Date() });
      await test({ url, database });
    } finally {
      await database.close();
      await server!.dropDatabase(url);
    }
  };
  Deno.test({ name: title, ignore: server === null, fn });
}

testBefore("keys change beside writers, whom they hold for moments", {
  scale: long ? 5 : 0.01,
}, async ({ database: { db } }) => {
  let isOver = false;
  let longest = 0;
  const writeOn = async () => {
    const ids: number[] = [];
    for (let turn = 0; !isOver; turn++) {
      const begin = performance.now();
      ids.push(await inCompany(db, 1, addContact));
      if (turn % 3 === 2) await inCompany(db, 1, (trx) => removeContact(trx, ids.shift()!));
      longest = Math.max(longest, performance.now() - begin);
    }
    return ids;
  };
  const count = async () => Number((await contactsOf(db)).count);
  const before = await count();
  const writers = [1, 2, 3].map(writeOn);
  await until(async () => (await count()) > before + 10, { what: "writers to have begun" });
  await migrate(db);
  isOver = true;
  const added = (await Promise.all(writers)).flat();
  assert.equal(await count(), before + added.length);
  assert.deepEqual(await faultsOf(db), []);
  if (long) assert.ok(longest <= longestMs, `a writer waited for ${Math.round(longest)} ms`);
  proof(`keys changed beside ${added.length} writes`);
});

/** A contact with what refers to it. */
async function addContact(trx: Db): Promise<number> {
  const { rows: [contact] } = await sql<{ id: number }>`
    insert into contacts (company_id, channel, name) values (1, 'web', 'New')
    returning id`.execute(trx);
  const { id } = contact!;
  await sql`insert into contact_messages (company_id, contact_id, direction, channel, body)
    values (1, ${id}, 'in', 'web', 'Hola')`.execute(trx);
  await sql`insert into notes (company_id, contact_id, body) values (1, ${id}, 'Llamar')`
    .execute(trx);
  return id;
}

/** Its messages and notes go by their foreign keys. */
async function removeContact(trx: Db, id: number): Promise<void> {
  await sql`delete from contacts where company_id = 1 and id = ${id}`.execute(trx);
}

function contactsOf(db: Db) {
  return inCompany(db, 1, async (trx) =>
    (await sql<{ count: number }>`
      select count(*) from contacts c where company_id = 1 and (name <> 'New' or exists (
        select from notes n where n.company_id = 1 and n.contact_id = c.id))`.execute(trx))
      .rows[0]!);
}

/** Statements between one kill and the next. */
const stride = long ? 40 : 250;

testBefore("keys are whole after a kill at any statement", { scale: 0.001 }, async (
  { url, database: { db } },
) => {
  let kills = 0;
  for (let statement = stride / 2;; statement += stride) {
    const file = new URL("killed.ts", import.meta.url).pathname;
    const { success, signal, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--node-modules-dir=manual", file]
        .concat(url, String(statement), "own"),
    }).output();
    if (success) break;
    assert.equal(signal, "SIGKILL", new TextDecoder().decode(stderr));
    kills++;
  }
  assert.ok(kills >= 2, `${kills} kills`);
  assert.deepEqual(await faultsOf(db), []);
  assert.deepEqual(await oldKeys(db), []);
});

/** Of the database and its kept counts; totals of the filled rows were never right. */
async function faultsOf(db: Db) {
  const ours = ["indexes-are-valid", "constraints-are-validated", "kept-counts-are-counts"];
  return (await checkData(db)).filter(({ name }) => ours.includes(name));
}

/** Keys and constraints that the migrations were to take away. */
async function oldKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index i
    join pg_index p on p.indrelid = i.indrelid and p.indisprimary
    where not i.indisprimary and i.indisunique and i.indkey = p.indkey`.execute(db);
  return rows.map(({ name }) => name);
}
