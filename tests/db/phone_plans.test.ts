import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Statement } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { pairCaller } from "../crm/conversations/scene.ts";
import { testDatabases } from "../support/test_server.ts";
import { settle } from "../support/filled.ts";
import { makeWorld, people, type World } from "../support/world.ts";
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

Deno.test({
  name: "a member's phone reads conversations by what it shows, however many there are",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openOnServer({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database });
    const ana = await pairCaller(world, people.ana);
    await tellOf(world, { contacts: 10_000, userId: people.ana });
    const [newest] = await ana.list();
    const calls = {
      list: () => ana.call("GET", "conversations"),
      waiting: () => ana.call("GET", "conversations?waiting=true"),
      one: () => ana.call("GET", `conversations/${newest.contact_id}`),
      answer: () =>
        ana.verb(newest.contact_id, "later", { at: new Date(Date.now() + 60_000).toISOString() }),
    };
    const large = new Set(["contacts", "notification_recipients", "contact_messages"]);
    for (const [what, call] of Object.entries(calls)) {
      heard.length = 0;
      assert.equal((await call()).status, 200, what);
      for (const statement of heard.filter(isReading)) {
        const rows = await rowsRead(database, 1, statement, large);
        assert.ok(rows <= mostRows, `${what} reads ${rows} rows: ${statement.sql}`);
      }
    }
  },
});

/** Contacts that wrote, of every second of which the user was told. */
async function tellOf(
  { services }: World,
  { contacts, userId }: { contacts: number; userId: string },
) {
  const { db } = services.database;
  await inCompany(db, 1, (trx) =>
    sql`
      with made as (
        insert into contacts (company_id, name, channel, last_direction, last_message_at)
        select 1, 'Contacto ' || n, 'web', 'in', now() - n * interval '1 minute'
        from generate_series(1, ${contacts}::int) n returning id
      ), written as (
        insert into contact_messages (company_id, contact_id, direction, channel, body)
        select 1, id, 'in', 'web', 'Hola' from made
      ), sent as (
        insert into notifications
          (id, company_id, title, body, type, priority, actions, internal, tag, created_at)
        select gen_random_uuid(), 1, 'Hola', 'Hola', 'info', 'normal', '[]', true, 'contact:' || id,
          now()
        from made where id % 2 = 0 returning id, tag
      )
      insert into notification_recipients
        (company_id, notification_id, user_id, internal, tag, status)
      select 1, id, ${userId}::text, true, tag, 'delivered' from sent`.execute(trx));
  await settle(db);
}

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
