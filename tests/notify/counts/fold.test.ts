import assert from "node:assert/strict";
import { sql } from "kysely";
import { inCompany } from "@/lib/db/transaction.ts";
import { foldNotificationCounts } from "@/lib/notify/sending/counts/kept_counts.ts";
import { countRecordsOfBefore } from "@/lib/figures/days/count_records.ts";
import { testOnEach } from "../../support/world.ts";
import { ask, send } from "../scene.ts";
import { assertKept, forget, rowsKept } from "./compare.ts";

const users = Array.from({ length: 40 }, (_, n) => `user-${n}`);

testOnEach(
  "a statement adds a row for each notification, and folding leaves one",
  async (world) => {
    const { db } = world.services.database;
    for (let n = 0; n < 3; n++) await ask(world, { userIds: users });
    await ask(world, { userIds: users.slice(0, 20) });
    assert.deepEqual(await rowsKept(world), { recipients: 3, total: 4 });
    await inCompany(db, 1, (trx) =>
      sql`update notification_recipients set status = 'sent'
    where user_id in ('user-1', 'user-2', 'user-30')`.execute(trx));
    await inCompany(db, 1, (trx) =>
      sql`update notification_recipients set internal = internal`
        .execute(trx));
    assert.equal((await rowsKept(world)).recipients, 6, "what changes no state adds nothing");
    await assertKept(world, "sent");
    await Promise.all([
      foldNotificationCounts(db),
      send(world, { userIds: users }),
      foldNotificationCounts(db),
      send(world),
    ]);
    await assertKept(world, "folded twice at once, beside sends");
    await foldNotificationCounts(db);
    assert.deepEqual(await rowsKept(world), { recipients: 4, total: 1 });
    await assertKept(world, "folded again");
    await inCompany(db, 1, (trx) => sql`delete from notifications`.execute(trx));
    await foldNotificationCounts(db);
    assert.deepEqual(await rowsKept(world), { recipients: 0, total: 0 });
  },
);

testOnEach("notifications of before are counted beside those who write", async (world) => {
  const { db } = world.services.database;
  const phone = await world.pairPhone("user-3");
  const ids = [];
  for (let n = 0; n < 6; n++) ids.push(await ask(world, { userIds: users }));
  await forget(world);
  const newer = await ask(world, { userIds: users });
  const mark = (read: string[]) =>
    world.call("POST", "/api/phone/notifications/marks", {
      device: phone.token,
      json: { read },
    });
  await Promise.all([
    countRecordsOfBefore(db),
    mark(ids.slice(0, 3)),
    foldNotificationCounts(db),
    world.call("DELETE", `/api/notifications/${ids[2]}`, { key: world.keys.shop }),
    countRecordsOfBefore(db),
    ask(world, { userIds: users }),
    mark([newer]),
  ]);
  await assertKept(world, "counted");
  await countRecordsOfBefore(db);
  await assertKept(world, "counted again");
  const { rows } = await inCompany(db, 1, (trx) =>
    sql<{ n: number }>`select
    (select count(*)::int from uncounted_records)
    + (select count(*)::int from notification_recipients where not counted) as n`.execute(trx));
  assert.deepEqual(rows, [{ n: 0 }]);
});
