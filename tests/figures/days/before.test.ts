/** Figures of records that are older than the triggers. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo } from "@/lib/db/migrate.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { countFiguresOfBefore } from "@/lib/figures/days/count_figures.ts";
import { foldFigures } from "@/lib/figures/days/fold_figures.ts";
import { createLog } from "@/lib/tools/log.ts";
import { apiOf, expectData, inDatabase } from "../../crm/scene.ts";
import { openOpportunity, quoteThatIs } from "../../sales/scene.ts";
import { fillCompany, memberOf } from "../../support/filled.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { assertKept } from "./compare.ts";

/** Takes company 2's figures away, as if its records were older than the triggers. */
async function forget(world: World): Promise<void> {
  await inDatabase(world, 2, async (trx) => {
    await sql`delete from figures where company_id = 2`.execute(trx);
    await sql`insert into uncounted_figures values (2)`.execute(trx);
  });
}

testOnEach("old figures are counted beside those who write", async (world) => {
  const { db } = world.services.database;
  await fillCompany(world.owner.db, { companyId: 2, scale: 0.04, now: new Date() });
  const api = apiOf(world, memberOf(2));
  const stages = await expectData(api("GET", "/pipeline-stages"));
  for (const timezone of ["America/Bogota", "Europe/Madrid"]) {
    const opened = [];
    for (let n = 0; n < 5; n++) opened.push(await openOpportunity(api));
    const { opportunity } = await quoteThatIs("sold", api);
    await forget(world);
    await openOpportunity(api);
    await Promise.all([
      ...[0, 1].map(() => countFiguresOfBefore(db)),
      ...[0, 1].map(() => foldFigures(db)),
      ...opened.slice(1).map(({ id }, at) =>
        expectData(api("POST", `/opportunities/${id}/move`, { stage_id: stages[at % 3].id }))
      ),
      expectData(api("POST", `/opportunities/${opened[0]!.id}/win`)),
      expectData(api("PATCH", `/opportunities/${opportunity.id}`, { assignee_id: null })),
      openOpportunity(api),
      quoteThatIs("sold", api),
      expectData(api("PATCH", "/companies/2", { timezone })),
    ]);
    await assertKept(world, 2, timezone);
    await foldFigures(db);
    await countFiguresOfBefore(db);
    await assertKept(world, 2, `${timezone}, folded`);
  }
});

testOnEach("who is killed while counting old figures leaves nothing behind", async (world) => {
  if (world.services.database.kind === "pglite") return; // It has one connection.
  await fillCompany(world.owner.db, { companyId: 2, scale: 0.02, now: new Date() });
  await forget(world);
  const { db } = world.services.database;
  const lock = sql`pg_advisory_xact_lock(hashtextextended('figures of 2', 0))`;
  await transact(world.owner.db, async (trx) => {
    await sql`select ${lock}`.execute(trx);
    const counting = assert.rejects(countFiguresOfBefore(db));
    const terminate = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event = 'advisory' and datname = current_database()`;
    await until(async () => (await terminate.execute(db)).rows.length > 0);
    await counting;
  });
  const rest = await inDatabase(world, 2, (trx) =>
    sql<{ marks: number; rows: number }>`select
      (select count(*) from uncounted_figures) as marks, (select count(*) from figures) as rows`
      .execute(trx));
  assert.deepEqual(rest.rows, [{ marks: 1, rows: 0 }]);
  await countFiguresOfBefore(db);
  await assertKept(world, 2, "counted again");
});

Deno.test("what was there before the triggers is counted, and what they kept not again", async () => {
  const dir = await Deno.makeTempDir({ prefix: "relevo-upgrade-" });
  const database = await openDatabase({ dir, log: createLog("error"), poolSize: 2 });
  try {
    const { db } = database;
    const to = (name: string) => migrateTo(db, name);
    const open = async (companyId: number) => {
      await transact(db, async (trx) => {
        await sql`select set_config('role', 'relevo_tenant', true),
          set_config('app.company_id', ${String(companyId)}, true)`.execute(trx);
        await sql`insert into clients (company_id, name) values (${companyId}, 'Tordo')`
          .execute(trx);
        await sql`insert into opportunities (company_id, title, client_id, stage_id, amount)
          select company_id, 'Rótulo', (select max(id) from clients), min(id), 100
          from pipeline_stages group by 1`.execute(trx);
      });
    };
    await to("0073_waiting_invitations");
    await open(1);
    await to("0076_old_statistics");
    await open(2);
    await migrate(db);
    const marks = (companyId: number) =>
      inCompany(
        db,
        companyId,
        (trx) => trx.selectFrom("uncounted_figures").select("company_id").execute(),
      );
    assert.deepEqual([...await marks(1), ...await marks(2)].length, 2);
    await open(1);
    await countFiguresOfBefore(db);
    const created = async (companyId: number) => {
      const { rows } = await inCompany(
        db,
        companyId,
        (trx) =>
          sql`select span, sum(n) as n, sum(amount) as amount from figures where figure = 'created'
          group by 1 order by 1`.execute(trx),
      );
      return rows;
    };
    const each = { n: 1, amount: 100 };
    assert.deepEqual(await created(1), [
      { span: "day", ...each },
      { span: "month", ...each },
      { span: "new", ...each },
    ]);
    assert.deepEqual(await created(2), [{ span: "new", ...each }]);
    assert.deepEqual([...await marks(1), ...await marks(2)], []);
  } finally {
    await database.close();
    await Deno.remove(dir, { recursive: true });
  }
});
