import assert from "node:assert/strict";
import { sql } from "kysely";
import { createKey } from "@/lib/access/keys.ts";
import type { Statement } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { testDatabases } from "../support/test_server.ts";
import { settle } from "../support/filled.ts";
import { makeWorld, type World } from "../support/world.ts";
import { openOnServer } from "../support/world_database.ts";
import { isReading, rowsRead } from "./explain.ts";

/** What a page of 50 takes with its recipients and answers. */
const mostRows = 400;

const grown = new Set(["notifications", "notification_recipients", "responses"]);

Deno.test({
  name: "a key reads by what it is shown, however much the company's others sent",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openOnServer({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database });
    const { key } = await inCompany(
      database.db,
      1,
      (trx) => createKey(trx, { companyId: 1 }, { name: "few", scope: "send" }),
    );
    await fill(world, "shop", 4_000);
    await fill(world, "few", 20);
    await settle(database.db);
    const { shop } = world.keys;
    const calls: [what: string, count: number, call: () => ReturnType<World["call"]>][] = [
      ["its own", 20, () => world.call("GET", "/api/notifications", { key })],
      ["answers to its own", 20, () => world.call("GET", "/api/responses", { key })],
      ["the company's", 50, () => world.call("GET", "/api/notifications", { key: shop })],
    ];
    for (const [what, count, call] of calls) {
      heard.length = 0;
      const { status, body } = await call();
      assert.deepEqual([status, body.data.length], [200, count], what);
      for (const statement of heard.filter(isReading)) {
        const rows = await rowsRead(database, 1, statement, grown);
        assert.ok(rows <= mostRows, `${what} reads ${rows} rows: ${statement.sql}`);
      }
    }
  },
});

/** Has the key send that many notifications to one user each, all answered. */
async function fill({ services }: World, key: string, count: number) {
  await inCompany(services.database.db, 1, (trx) =>
    sql`
      with sent as (
        insert into notifications (id, company_id, key_id, title, body, type, priority, actions,
          created_at, txid)
        select gen_random_uuid(), 1, k.id, 'Pedido ' || n, 'Ya puede venir.', 'info', 'normal',
          '[]', now(), (select relevo_txid())
        from generate_series(1, ${count}::int) n, api_keys k
        where k.company_id = 1 and k.name = ${key} returning id, key_id
      ), recipients as (
        insert into notification_recipients (company_id, notification_id, user_id)
        select 1, id, 'maria' from sent
      )
      insert into responses (id, company_id, notification_id, key_id, user_id, reply, responded_at)
      select gen_random_uuid(), 1, id, key_id, 'maria', 'Vale', now() from sent`.execute(trx));
}
