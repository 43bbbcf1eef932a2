import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { until } from "../support/wait.ts";
import { people, testOnEach, type World } from "../support/world.ts";

const calls = 40;

/** Holds a contact of company 1 while `work` runs. */
async function whileHeld(db: Db, id: number, work: () => Promise<void>): Promise<void> {
  await inCompany(db, 1, async (trx) => {
    await sql`select from contacts where id = ${id} for update`.execute(trx);
    await work();
  });
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.count;
}

testOnEach("a company whose calls all wait leaves places to the others", async (world) => {
  // The embedded database has one connection, so nothing there waits for another.
  if (world.kind === "pglite") return;
  const { db } = world.services.database;
  const ana = apiOf(world, people.ana);
  const eva = apiOf(world, people.eva);
  const { id } = await expectData(ana("POST", "/contacts", { name: "Held" }), 201);
  await expectData(eva("GET", "/contacts"));
  let changes: Promise<unknown>[] = [];
  await whileHeld(db, id, async () => {
    changes = Array.from(
      { length: calls },
      (_, n) => ana("PATCH", `/contacts/${id}`, { name: `${n}` }),
    );
    await until(async () => await countWaiting(db) >= 4, { what: "her calls to wait" });
    for (let n = 0; n < 10; n++) await expectData(eva("GET", "/contacts"));
    assert.equal(await countWaiting(db), 4, "her others wait outside of the database");
  });
  const answers = await Promise.all(changes) as Awaited<ReturnType<World["call"]>>[];
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});
