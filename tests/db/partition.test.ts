/** Notifications become partitions beside those who send, answer and remove them. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { withPostgres } from "@/lib/backup/session/postgres_session.ts";
import { readCatalogue } from "@/lib/backup/write/catalogue.ts";
import { openDatabase } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { long } from "../faults/support/proof.ts";
import { answer, ask, inTenant, message, postNotify } from "../notify/scene.ts";
import { findServerPrograms } from "../support/cluster.ts";
import { hasServer } from "../support/kinds.ts";
import { loginUrl } from "../support/login.ts";
import { passNight } from "../support/nights.ts";
import { testDatabases } from "../support/test_server.ts";
import { until } from "../support/wait.ts";
import { makeWorld, type World } from "../support/world.ts";
import { createMigrated } from "../support/world_database.ts";

/** Rows of before, and the longest that a caller may wait where that is proved. */
const stock = long ? 1_000_000 : 2_000;
const mostMs = 2_000;
const writers = long ? 4 : 2;
const free = {
  RATE_LIMIT_PER_SECOND: "0",
  COMPANY_LIMIT_PER_SECOND: "0",
  PHONE_LIMIT_PER_SECOND: "0",
};

Deno.test({
  name: "notifications become partitions beside who sends and answers; nothing is lost",
  ignore: !hasServer,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await createMigrated();
    const log = createLog("error");
    const database = await openDatabase({ url: loginUrl(url), log });
    {
      await using world = await makeWorld({ database, env: free });
      await fill(url);
      const first = await ask(world, { idempotencyKey: "first" });
      const writing = startWriters(world);
      await writing.more();
      const { success, text } = await partition(url, { count: "2" });
      await writing.more();
      const { sent, longestMs } = await writing.stop();
      assert.ok(success, text);
      await checkRows(world, [first, ...sent]);
      await checkUse(world, first);
      const attempts = text.match(/(?<=attempt )\d+/g)?.at(-1) ?? 0;
      console.log(`${stock} rows: waits up to ${Math.round(longestMs)} ms, attempt ${attempts}`);
      if (long) assert.ok(longestMs <= mostMs, `a caller waited ${longestMs} ms`);
      const again = await partition(url, { count: "2" });
      assert.ok(again.success, again.text);
      const apart = await partition(url, { from: after(border, 7), count: "1" });
      assert.match(apart.text, /the ranges must follow one another/);
      const later = await partition(url, { from: after(border, 6), count: "1" });
      assert.ok(later.success, later.text);
      await checkPartitions(url);
      await checkNight(world, url);
    }
    await (await testDatabases())!.dropDatabase(url);
  },
});

Deno.test({
  name: "a border that has passed, or none, changes nothing and says why",
  ignore: !hasServer,
  async fn() {
    const url = await createMigrated();
    const past = await partition(url, { from: "2026-01-01" });
    assert.match(past.text, /the first new partition must begin an hour from now/);
    assert.equal(past.success, false);
    const none = await partition(url, { from: "" });
    assert.equal(none.success, false);
    const { db, close } = await openDatabase({ url, log: createLog("error") });
    const { rows } = await sql`select from pg_class where relkind = 'p' or relispartition
      union all select from pg_constraint where conname like '%\\_before'`.execute(db);
    await close();
    assert.equal(rows.length, 0);
    await (await testDatabases())!.dropDatabase(url);
  },
});

/** A first of a month, so that months after it have the day too. */
const border = after(new Date().toISOString().slice(0, 8) + "01", 2);

/** The same day, so many months later. */
function after(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
}

async function partition(url: string, variables: Record<string, string>) {
  const programs = findServerPrograms()!;
  const path = join(dirname(await Deno.realPath(join(programs, "initdb"))), "psql");
  const args = Object.entries({ from: border, ...variables })
    .flatMap(([name, value]) => ["-v", `${name}=${value}`]);
  const { success, stderr } = await new Deno.Command(path, {
    args: ["--quiet", "--no-psqlrc", ...args, "-f", "lib/db/partition.sql", url],
    cwd: join(import.meta.dirname!, "../.."),
  }).output();
  return { success, text: new TextDecoder().decode(stderr) };
}

/** An id of that instant, with a number in its end. */
const idAt = (at: string, n: string) =>
  sql.raw(`(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')
    || '7' || lpad(to_hex(${n}), 3, '0') || '8' || lpad(to_hex(${n}), 15, '0'))::uuid`);

async function fill(url: string) {
  const { db, close } = await openDatabase({ url, log: createLog("error"), deadlineMs: 900_000 });
  await inCompany(db, 1, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`insert into notifications (id, company_id, key_id, title, body, type, priority,
        actions, idempotency_key, fingerprint, created_at)
      select ${
      idAt("at", "n % 4096")
    }, 1, k.id, 'Pedido', 'Ya puede venir.', 'info', 'normal', '[]',
        case when n % 10 = 0 then 'stock-' || n end,
        case when n % 10 = 0 then sha256('x') end, at
      from generate_series(1, ${stock}::int) n
      cross join lateral (select now() - interval '40 days' + n * interval '0.5 seconds' as at) t
      cross join (select id from api_keys where company_id = 1 limit 1) k`.execute(trx);
    await sql`insert into notification_recipients (company_id, notification_id, user_id)
      select company_id, id, 'luis' from notifications where company_id = 1`.execute(trx);
  });
  await close();
}

/** Sends, answers and repeats without a pause, and notes what each call took. */
function startWriters(world: World) {
  const sent: string[] = [];
  let longestMs = 0;
  let isOver = false;
  const timed = async <T>(act: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      return await act();
    } finally {
      longestMs = Math.max(longestMs, performance.now() - start);
    }
  };
  const write = async (writer: number) => {
    const phone = await world.pairPhone(`user-${writer}`);
    for (let n = 0; !isOver; n++) {
      const fields = {
        ...{ userId: `user-${writer}`, allowReply: true },
        ...n % 2 ? { idempotencyKey: `${writer}-${n}` } : {},
      };
      const { status, body } = await timed(() => postNotify(world, fields));
      assert.equal(status, 202, JSON.stringify(body));
      const id = body.data.notificationId;
      const answered = await timed(() => answer(world, phone, id, { reply: "Vale" }));
      assert.equal(answered.status, 201, JSON.stringify(answered.body));
      if (n % 2) {
        const repeat = await timed(() => postNotify(world, fields));
        assert.deepEqual([repeat.status, repeat.body.data.notificationId], [200, id]);
      }
      sent.push(id);
    }
  };
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  all.catch(() => {});
  return {
    /** Waits for further sends; rejects where a writer failed. */
    async more() {
      const before = sent.length;
      await Promise.race([all, until(() => sent.length > before + 20)]);
    },
    async stop() {
      isOver = true;
      await all;
      return { sent, longestMs };
    },
  };
}

async function checkRows(world: World, ids: string[]) {
  const { rows: [counts] } = await inTenant(world, (trx) =>
    sql<Record<string, number>>`
      select (select count(*)::int from notifications) as notifications,
        (select count(*)::int from notification_recipients) as recipients,
        (select count(distinct seq)::int from notification_recipients) as numbers,
        (select count(*)::int from idempotency_keys) as keys,
        (select count(*)::int from notifications where idempotency_key is not null) as keyed,
        (select count(*)::int from responses) as answers,
        (select sum(n)::int from notification_counts) as kept,
        (select count(*)::int from notifications where id = any(${ids}::uuid[])) as present`
      .execute(trx));
  const all = stock + ids.length;
  assert.deepEqual(counts, {
    ...{ notifications: all, recipients: all, numbers: all, kept: all },
    ...{ keys: counts!.keyed, keyed: counts!.keyed, answers: ids.length - 1 },
    present: ids.length,
  });
}

/** A key of before still holds, and lists, answers and cancels go on. */
async function checkUse(world: World, first: string) {
  const repeat = await world.call("POST", "/api/notify", {
    key: world.keys.shop,
    json: message({
      ...{ actions: [{ id: "yes", label: "Sí" }, { id: "no", label: "No" }], allowReply: true },
      idempotencyKey: "first",
    }),
  });
  assert.deepEqual([repeat.status, repeat.body.data.notificationId], [200, first]);
  const other = await postNotify(world, { idempotencyKey: "stock-10" });
  assert.equal(other.status, 422, "its key is known");
  const list = await world.call("GET", "/api/notifications", { key: world.keys.shop });
  assert.equal(list.status, 200);
  const gone = await world.call("DELETE", `/api/notifications/${first}`, {
    key: world.keys.shop,
  });
  assert.equal(gone.status, 200, JSON.stringify(gone.body));
}

/** Rows of later lie in a partition of their own, held to the same rules. */
async function checkPartitions(url: string) {
  const { db, close } = await openDatabase({ url, log: createLog("error") });
  try {
    const { tables } = await withPostgres(
      url,
      (session) => readCatalogue(session, "public", "kysely_migration"),
    );
    const names = tables.map(({ name }) => name).filter((name) => /^notification/.test(name));
    assert.deepEqual(names, [
      "notification_counts",
      "notification_recipients",
      "notifications",
    ]);
    const { rows: unproved } = await sql`select conname from pg_constraint
      where not convalidated and conparentid = 0`.execute(db);
    assert.deepEqual(unproved, []);
  } finally {
    await close();
  }
}

/** What is of later goes where it belongs; retention takes what is old out of all partitions. */
async function checkNight(world: World, url: string) {
  await inTenant(world, async (trx) => {
    await sql`insert into notifications (id, company_id, title, body, type, priority, actions,
        created_at)
      select ${
      idAt(`timestamptz '${border} 00:00Z' + interval '9 days'`, "7")
    }, 1, 'a', 'b', 'info', 'low', '[]', now()`
      .execute(trx);
    await sql`insert into notification_recipients (company_id, notification_id, user_id)
      select 1, id, 'luis' from notifications where title = 'a'`.execute(trx);
  });
  const { rows } = await inTenant(world, (trx) =>
    sql<{ place: string }>`
      select tableoid::regclass::text as place from notifications where title = 'a'
      union all select r.tableoid::regclass::text from notification_recipients r
      join notifications n on n.id = r.notification_id where n.title = 'a'`.execute(trx));
  const day = border.replaceAll("-", "");
  assert.deepEqual(rows.map(({ place }) => place), [
    `notifications_${day}`,
    `notification_recipients_${day}`,
  ]);
  const owner = await openDatabase({ url, log: createLog("error") });
  await passNight({ services: world.services, owner }, { retentionDays: 30 });
  await owner.close();
  const { rows: [remaining] } = await inTenant(
    world,
    (trx) =>
      sql<{ old: number; orphans: number; keys: number }>`
      select (select count(*)::int from notifications
          where created_at < now() - interval '30 days') as old,
        (select count(*)::int from notification_recipients r where not exists (
          select from notifications n where n.id = r.notification_id)) as orphans,
        (select count(*)::int from idempotency_keys k where not exists (
          select from notifications n where n.id = k.notification_id)) as keys`.execute(trx),
  );
  assert.deepEqual(remaining, { old: 0, orphans: 0, keys: 0 });
}
