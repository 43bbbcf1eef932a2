/** Keys of companies' tables change beside writers, and a kill leaves nothing half (0094, 0095). */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import { long, proof } from "../../faults/support/proof.ts";
import { fillCompany } from "../../support/filled.ts";
import { until } from "../../support/wait.ts";
import { runDespiteKills, testOnServer } from "./own_database.ts";

/** What a caller may wait for at most, in the long form. */
const longestMs = 2_000;

/** On a company's rows in the schema before the keys changed. */
function testBefore(
  title: string,
  { scale }: { scale: number },
  test: Parameters<typeof testOnServer>[1],
): void {
  testOnServer(title, async (place) => {
    await fillCompany(place.database.db, { companyId: 1, scale, now: new Date() });
    await test(place);
  }, { at: "0093_morning_times", deadlineMs: 600_000 });
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
  const writers = Promise.all([1, 2, 3].map(writeOn));
  try {
    await until(async () => (await count()) > before + 10, { what: "writers to have begun" });
    await migrate(db);
  } finally {
    isOver = true;
    await writers.catch(() => {}); // they need the database until then
  }
  const added = (await writers).flat();
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
  const kills = await runDespiteKills(url, { first: stride / 2, stride, own: true });
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
