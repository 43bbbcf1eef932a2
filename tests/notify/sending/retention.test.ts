import assert from "node:assert/strict";
import { passNight } from "../../support/nights.ts";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { ask, askAndAnswer, callbackRow, inTenant, postNotify, send } from "../scene.ts";

const dayMs = 86_400_000;

/** Makes a notification that many days old. */
function age(world: World, id: string, days: number, companyId = 1) {
  const created_at = new Date(Date.now() - days * dayMs);
  return inTenant(
    world,
    (trx) => trx.updateTable("notifications").set({ created_at }).where("id", "=", id).execute(),
    companyId,
  );
}

/** How many rows each table holds, of both companies. */
async function counts(world: World) {
  const tables = ["notifications", "notification_recipients", "responses", "callbacks"] as const;
  const byTable: Record<string, number> = {};
  for (const table of [...tables, "callback_attempts" as const]) {
    for (const companyId of [1, 2]) {
      const rows = await inTenant(
        world,
        (trx) => trx.selectFrom(table).select("company_id").execute(),
        companyId,
      );
      byTable[table] = (byTable[table] ?? 0) + rows.length;
    }
  }
  return byTable;
}

testOnEach(
  "old notifications go with all that hangs on them; pending callbacks stay",
  async (world) => {
    const statuses: Record<string, number> = { "/taken": 200, "/owed": 503, "/gone": 410 };
    await using receiver = startReceiver({
      handler: ({ url }) =>
        // Owed for longer than the test lasts, however slow the machine is.
        new Response("x", {
          status: statuses[url.pathname]!,
          headers: { "Retry-After": "3600" },
        }),
    });
    const phone = await world.pairPhone("maria");
    const answered: Record<string, { id: string; responseId: string }> = {};
    for (const path of Object.keys(statuses)) {
      const callbackUrl = receiver.url + path;
      answered[path] = await askAndAnswer(world, phone, { callbackUrl });
      await until(async () =>
        (await callbackRow(world, answered[path]!.responseId)).attempts === 1
      );
      await age(world, answered[path]!.id, 31);
    }
    const young = await askAndAnswer(world, phone);
    await age(world, young.id, 29);
    const replaced = await ask(world, { tag: "t", userIds: ["maria", "luis"] });
    await send(world, { tag: "t" });
    await age(world, replaced, 31);
    const foreign = await ask(world, {}, world.keys.studio);
    await age(world, foreign, 31, 2);

    await passNight(world, { retentionDays: 30 });
    assert.deepEqual(await counts(world), {
      notifications: 3,
      notification_recipients: 3,
      responses: 2,
      callbacks: 1,
      callback_attempts: 1,
    });
    const rows = await inTenant(world, (trx) => trx.selectFrom("callbacks").selectAll().execute());
    assert.equal(rows[0]!.response_id, answered["/owed"]!.responseId);
    const listed = await world.call("GET", "/api/responses?userId=maria", { key: world.keys.shop });
    assert.equal(listed.status, 200);

    // When its callback is finished, it is deleted too.
    await inTenant(
      world,
      (trx) => trx.updateTable("callbacks").set({ status: "delivered", due_at: null }).execute(),
    );
    await passNight(world, { retentionDays: 30 });
    assert.equal((await counts(world)).notifications, 2);
  },
);

testOnEach(
  "an idempotency key holds for seven days, however short the retention",
  async (world) => {
    const fields = { idempotencyKey: "order-7" };
    const first = await send(world, fields);
    await age(world, first.notificationId, 6.9);
    await passNight(world, { retentionDays: 1 });
    const again = await postNotify(world, fields);
    assert.deepEqual([again.status, again.body.data.duplicate], [200, true]);
    await age(world, first.notificationId, 7.1);
    await passNight(world, { retentionDays: 1 });
    const anew = await postNotify(world, fields);
    assert.deepEqual([anew.status, anew.body.data.duplicate], [202, false]);
  },
);
