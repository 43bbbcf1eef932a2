import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import { inCompany } from "@/lib/db/transaction.ts";
import { type Count, countedRecords, keptCounts } from "@/lib/invariants/counts.ts";
import { foldCounts } from "@/lib/records/counts.ts";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { fillCompany, memberOf } from "../support/filled.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { quoteThatIs } from "../sales/scene.ts";
import { makeRecords } from "../isolation/records.ts";

async function cells(world: World, companyId: number, query: RawBuilder<Count>): Promise<string[]> {
  const { rows } = await inDatabase(world, companyId, (trx) => query.execute(trx));
  return rows.map((cell) => Object.values(cell).join(" ")).sort();
}

async function assertKept(world: World, when: string): Promise<void> {
  for (const companyId of [1, 2]) {
    const counted = await cells(world, companyId, countedRecords(companyId));
    assert.deepEqual(
      await cells(world, companyId, keptCounts(companyId)),
      counted,
      `company ${companyId}, ${when}`,
    );
  }
}

testOnEach("counts are kept through everything that changes them", async (world) => {
  const api = apiOf(world, people.ana);
  const ids = await makeRecords(world);
  await assertKept(world, "after one of everything");
  const { id: ana } = await expectData(api("GET", "/me"));

  const contact = `/contacts/${ids.contacts}`;
  await expectData(api("PATCH", contact, { status: "read", assignee_id: ana }));
  await expectData(api("POST", `${contact}/spam`));
  await assertKept(world, "after spam");
  await inCompany(world.services.database.db, 1, async (trx) => {
    await sql`update contacts set is_spam = false, held = true where id = ${ids.contacts}`
      .execute(trx);
  });
  await assertKept(world, "after holding it");
  await expectData(api("POST", `${contact}/spam`));
  await assertKept(world, "after spam that was held");
  await expectData(api("POST", `${contact}/not-spam`));
  await expectData(api("DELETE", contact));
  await assertKept(world, "in the trash");
  await expectData(api("POST", `${contact}/restore`));
  await expectData(api("POST", `${contact}/convert`, { products: [Number(ids.products)] }), 201);
  await assertKept(world, "after converting");

  const other = await expectData(api("POST", "/clients", { name: "Otro" }), 201);
  await expectData(api("POST", `/clients/${ids.clients}/merge`, { into_id: other.id }));
  await expectData(api("PATCH", `/tasks/${ids.tasks}`, { status: "done", assignee_id: ana }));
  await expectData(api("DELETE", `/tasks/${ids.tasks}`));
  const lost = `/opportunities/${ids.opportunities}`;
  await quoteThatIs("sold", api);
  await quoteThatIs("rejected", api);
  await expectData(api("POST", `/sales/${ids.sales}/cancel`, {}));
  await expectData(api("POST", `${lost}/reopen`));
  await expectData(api("POST", `${lost}/lose`, { lost_reason: "Precio" }));
  await expectData(api("DELETE", `/products/${ids.products}`));
  await assertKept(world, "after work on all of them");

  await fillCompany(world.owner.db, { companyId: 2, scale: 0.01, now: new Date() });
  await inCompany(world.services.database.db, 2, async (trx) => {
    await sql`update tasks set status = 'pending', done_at = null where id % 3 = 0`.execute(trx);
    await sql`update contacts set channel = 'other' where id % 5 = 0`.execute(trx);
    await sql`update contacts set held = true where id % 11 = 0 and not is_spam`.execute(trx);
    await sql`update contacts set last_direction = 'in' where id % 4 = 0`.execute(trx);
    await sql`update contacts set last_direction = 'out' where id % 6 = 0`.execute(trx);
    await sql`update contacts set first_response_at = null where id % 8 = 0`.execute(trx);
    await sql`update contacts set first_response_at = now() where id % 10 = 0`.execute(trx);
    await sql`update contacts set last_message_at = now() + interval '1 hour' where id % 9 = 0`
      .execute(trx);
    await sql`update events set assignee_id = null where id % 2 = 0`.execute(trx);
    await sql`update notes set deleted_at = now() where id % 3 = 0`.execute(trx);
    await sql`delete from events where id % 3 = 0`.execute(trx);
    await sql`delete from tasks where id % 7 = 0`.execute(trx);
  });
  await assertKept(world, "after bulk changes");
});

testOnEach("folding the counts keeps them, also twice at once", async (world) => {
  const { db } = world.services.database;
  await fillCompany(world.owner.db, { companyId: 2, scale: 0.01, now: new Date() });
  await inCompany(db, 2, async (trx) => {
    for (const status of ["read", "archived", "new"]) {
      await sql`update contacts set status = ${status} where converted_client_id is null`.execute(
        trx,
      );
    }
  });
  const rows = () =>
    inCompany(
      db,
      2,
      (trx) =>
        trx.selectFrom("record_counts").select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow(),
    );
  const before = await rows();
  await Promise.all([foldCounts(db), foldCounts(db)]);
  await assertKept(world, "folded");
  assert.ok((await rows()).n < before.n / 2, "there are fewer rows now");

  const api = apiOf(world, memberOf(2));
  const { meta } = (await api("GET", "/contacts?status=new")).body;
  const again = await foldCounts(db).then(() => api("GET", "/contacts?status=new"));
  assert.deepEqual(again.body.meta, meta);
});

testOnEach("a list's total is what it has, whatever it was asked", async (world) => {
  const { db } = world.services.database;
  await fillCompany(world.owner.db, { companyId: 2, scale: 0.12, now: new Date() });
  const api = apiOf(world, memberOf(2));
  const { id: me } = await expectData(api("GET", "/me"));
  const cases: [string, string, ReturnType<typeof sql>][] = [
    ["/contacts?", "contacts", sql`not is_spam`],
    ["/contacts?status=new,read", "contacts", sql`not is_spam and status in ('new', 'read')`],
    ["/contacts?assignee_id=none", "contacts", sql`not is_spam and assignee_id is null`],
    ["/contacts?is_spam=true", "contacts", sql`is_spam`],
    ["/contacts?q=correo", "contacts", sql`not is_spam and email like '%correo%'`],
    [
      "/contacts?q=correo&status=read",
      "contacts",
      sql`not is_spam and email like '%correo%' and status = 'read'`,
    ],
    ["/contacts?q=ref000077", "contacts", sql`not is_spam and subject like '%ref000077'`],
    ["/contacts?q=nothing+has+this", "contacts", sql`false`],
    [
      `/tasks?assignee_id=me&status=pending,in_progress`,
      "tasks",
      sql`assignee_id = ${me} and status <> 'done'`,
    ],
    ["/tasks?kind=delivery", "tasks", sql`kind = 'delivery'`],
    ["/tasks?q=entrega", "tasks", sql`title ilike 'entrega%'`],
    ["/tasks?q=entrega&status=done", "tasks", sql`title ilike 'entrega%' and status = 'done'`],
    ["/quotes?status=sold", "quotes", sql`status = 'sold'`],
    ["/sales?", "sales", sql`true`],
    ["/products?active=true", "products", sql`active`],
  ];
  for (const [path, table, condition] of cases) {
    const { rows } = await inCompany(
      db,
      2,
      (trx) =>
        sql<{ id: number }>`select id from ${sql.table(table)}
        where deleted_at is null and ${condition}`.execute(trx),
    );
    const totals: number[] = [];
    for (let page = 1;; page++) {
      const { body } = await api(
        "GET",
        `${path}${path.endsWith("?") ? "" : "&"}per_page=200&page=${page}`,
      );
      assert.equal(body.meta.total, rows.length, path);
      totals.push(...body.data.map(({ id }: { id: number }) => id));
      if (page >= body.meta.pages) break;
    }
    const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);
    assert.deepEqual(sorted(totals), sorted(rows.map(({ id }) => id)), path);
  }
});
