import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Statement } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { testDatabases } from "../support/test_server.ts";
import { settle } from "../support/filled.ts";
import { makeWorld, type World } from "../support/world.ts";
import { openOnServer } from "../support/world_database.ts";
import { isReading, rowsRead } from "./explain.ts";

/** What a page of 50, its related records, and 20 unread ones may take. */
const mostRows = 400;

Deno.test({
  name: "a phone reads by what it shows, however much the person was ever sent",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openOnServer({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database });
    const { token: device } = await world.pairPhone("maria");
    await fill(world, { read: 20_000, unread: 20 });
    const read = await world.call("GET", "/api/phone/notifications", { device });
    assert.deepEqual([read.body.data.length, read.body.meta.unread], [50, 20]);
    const ids = read.body.data.map(({ id }: { id: string }) => id);
    const calls = {
      inbox: () => world.call("GET", "/api/phone/notifications", { device }),
      pairings: () => world.call("GET", "/api/phone/pairings", { device }),
      marks: () =>
        world.call("POST", "/api/phone/notifications/marks", { device, json: { read: ids } }),
    };
    for (const [what, call] of Object.entries(calls)) {
      heard.length = 0;
      assert.equal((await call()).status, 200, what);
      for (const statement of heard.filter(isReading)) {
        const rows = await rowsRead(database, 1, statement, new Set(["notification_recipients"]));
        assert.ok(rows <= mostRows, `${what} reads ${rows} rows: ${statement.sql}`);
      }
    }
  },
});

/** Gives Maria, and another user, that many notifications; the unread ones are the oldest. */
async function fill({ services }: World, { read, unread }: { read: number; unread: number }) {
  const { db } = services.database;
  await inCompany(db, 1, (trx) =>
    sql`
      with sent as (
        insert into notifications (id, company_id, title, body, type, priority, actions, created_at)
        select gen_random_uuid(), 1, 'Hola', 'Hola', 'info', 'normal', '[]', now()
        from generate_series(1, ${read + unread}::int)
        returning id
      )
      insert into notification_recipients
        (company_id, notification_id, user_id, status, delivered_at, read_at)
      select 1, id, u.name, 'delivered', now(), case when n > ${unread} then now() end
      from (select id, row_number() over () as n from sent) s
      cross join (values ('maria'), ('luis')) as u(name)
      order by n`.execute(trx));
  await settle(db);
}
