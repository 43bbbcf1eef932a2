/** Words of what the night erases and removes: many records' at once, and none is left behind. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { lockScope } from "@/lib/privacy/lock_scope.ts";
import { erase } from "@/lib/privacy/erase.ts";
import { wordKinds } from "@/lib/records/listing/word_codes.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { inDatabase } from "../crm/scene.ts";
import { fillCompany } from "../support/filled.ts";
import { passNight } from "../support/nights.ts";
import { remakeWords, storedWords } from "../support/words.ts";
import { testOnEach } from "../support/world.ts";

const company = 2;
const trashable = ["notes", "tasks", "events", "quotes", "opportunities", "products"] as const;
const kinds = [
  "contact",
  "client",
  "opportunity",
  "quote",
  "sale",
  "product",
  "task",
  "event",
] as const;

async function idsOf(trx: BareTrx, table: string, where = sql<boolean>`true`): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${where} order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Words of records that do not exist. */
async function orphans(trx: BareTrx): Promise<number> {
  const each = kinds.map((kind) =>
    sql`select count(*) as n from search_words w where w.kind = ${sql.lit(wordKinds[kind])}
      and not exists (select from ${sql.table(nouns[kind].table)} r where r.id = w.record_id)`
  );
  const { rows } = await sql<{ n: number }>`
    select sum(n)::int as n from (${sql.join(each, sql` union all `)}) o`.execute(trx);
  return rows[0]!.n;
}

/** The words are those that each record by itself would have. */
async function assertRemade(db: Db) {
  const words = await inCompany(db, company, storedWords);
  assert.equal(await inCompany(db, company, orphans), 0);
  const remade = await inCompany(db, company, async (trx) => {
    await remakeWords(trx);
    return await storedWords(trx);
  });
  assert.deepEqual(words, remade);
}

testOnEach("what the night erases and removes has the words of its rest", async (world, step) => {
  const { db } = world.services.database;
  await fillCompany(world.owner.db, { companyId: company, scale: 0.04, now: new Date() });
  const overdue = sql`deleted_at = now() - interval '40 days'`;
  const trashed = await inCompany(db, company, async (trx) => {
    // Merged, so that a word comes from an identity of another record's.
    await sql`insert into identities (company_id, contact_id, kind, value, source)
      select company_id, id, 'phone', '+349112223' || id % 100, 'merge' from contacts
      where id % 3 = 0`.execute(trx);
    for (const table of [...trashable, "contacts", "clients"]) {
      await sql`update ${
        sql.table(table)
      } set ${overdue} where id % 4 = 0 or deleted_at is not null`
        .execute(trx);
    }
    return Object.fromEntries(
      await Promise.all(
        ["contacts", "clients", "tasks", "events"].map(async (table) =>
          [table, await idsOf(trx, table, sql`deleted_at is not null`)] as const
        ),
      ),
    );
  });
  for (const [table, ids] of Object.entries(trashed)) assert.ok(ids.length > 2, table);

  await step("the trash is emptied", async () => {
    await passNight(world);
    await inCompany(db, company, async (trx) => {
      for (const table of ["tasks", "events"]) {
        assert.deepEqual(await idsOf(trx, table, sql`deleted_at is not null`), [], table);
      }
      for (const table of ["contacts", "clients"]) {
        const rest = await idsOf(trx, table, sql`deleted_at < now() - interval '30 days'`);
        const erased = await idsOf(trx, table, sql`erased_at is not null`);
        const busy = rest.filter((id) => !erased.includes(id));
        assert.ok(table === "clients" || rest.length < trashed[table]!.length, table);
        assert.ok(table === "clients" || busy.length === 0, `${table}: ${busy}`);
      }
    });
    await assertRemade(db);
  });

  await step("the living are erased", async () => {
    await inDatabase(world, company, async (trx) => {
      const persons = {
        contacts: (await idsOf(trx, "contacts", sql`deleted_at is null`)).slice(0, 20),
        clients: (await idsOf(trx, "clients", sql`deleted_at is null`)).slice(0, 5),
      };
      const scope = await lockScope(trx, { companyId: company }, persons, { together: true });
      await erase(trx, { companyId: company }, scope);
      assert.ok(scope.contacts.length >= 20 && scope.clients.length >= 5);
    });
    await assertRemade(db);
  });

  await step("a process of the version before erases each for itself", async () => {
    await inCompany(db, company, async (trx) => {
      for (const table of ["contacts", "clients"]) {
        await sql`update ${sql.table(table)} set name = 'Nadie ' || id, phone = null, email = null,
          erased_at = now(), ${overdue} where id % 5 = 0`.execute(trx);
      }
      await sql`delete from identities where contact_id % 5 = 0 or client_id % 5 = 0`.execute(trx);
    });
    await assertRemade(db);
  });
});
