import assert from "node:assert/strict";
import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { nightlyWorks } from "@/lib/service/nightly_works.ts";
import type { NightlyWork } from "@/lib/work/nightly.ts";
import { settle } from "../support/filled.ts";
import { passNight } from "../support/nights.ts";
import { testOnEach, type World } from "../support/world.ts";

const few = 50;
/** Rows that a step may handle for each that goes, with what hangs on it, and for none. */
const most = { each: 30, none: 2_000 };

/** Rows that tables gave to statements of the transaction, their cascades among them. */
async function handled(trx: BareTrx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables`.execute(trx);
  return rows[0]!.n ?? 0;
}

/** The works, each of which notes the rows of its longest step. */
function counted(worst: Map<string, number>): NightlyWork[] {
  return nightlyWorks({ retentionDays: 30, activityMonths: 12 }).map((work) => ({
    ...work,
    step: async (trx, tenant, place) => {
      const before = await handled(trx);
      const next = await work.step(trx, tenant, place);
      const rows = await handled(trx) - before;
      worst.set(work.name, Math.max(rows, worst.get(work.name) ?? 0));
      return next;
    },
  }));
}

testOnEach("steps of the night read what goes, not what stays", async (world, step) => {
  await fill(world, 1, { sent: 20_000, records: 4_000 });
  await fill(world, 2, { sent: 2_000, records: 1_000 });
  await step("while the tables' statistics are missing", () => checkNight(world));
  await settle(world.owner.db);
  await step("with statistics", () => checkNight(world));
});

async function checkNight(world: World) {
  await age(world);
  const worst = new Map<string, number>();
  const before = await remaining(world);
  await passNight(world, { works: counted(worst) });
  const after = await remaining(world);
  for (const [name, count] of Object.entries(before)) {
    const gone = name === "push_jobs" ? 2 * few : few;
    assert.equal(after[name], count - gone, `${name}: what is old goes, and no more`);
  }
  for (const [name, rows] of worst) {
    assert.ok(rows <= most.none + few * most.each, `${name}: ${rows} rows in a step`);
  }
}

/** Rows of company 1 that nothing of the night may take, but for the oldest. */
async function remaining(world: World): Promise<Record<string, number>> {
  const conditions = {
    notifications: sql`true`,
    notification_recipients: sql`true`,
    responses: sql`true`,
    callbacks: sql`true`,
    callback_attempts: sql`true`,
    push_jobs: sql`true`,
    channel_events: sql`body is not null`,
    tasks: sql`true`,
    activities: sql`true`,
  };
  return await inCompany(world.services.database.db, 1, async (trx) => {
    const counts: Record<string, number> = {};
    for (const [table, where] of Object.entries(conditions)) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(trx);
      counts[table] = rows[0]!.n;
    }
    return counts;
  });
}

/** No contact is old: what an erasure reads is its own. Makes a few of each kind old enough to go; pushes that are over are of notifications that stay. */
async function age(world: World) {
  await sql`update companies set retention_months = 12 where id = 1`.execute(world.owner.db);
  const oldest = (table: string, id: string) =>
    sql`${sql.ref(id)} in (select ${sql.ref(id)} from ${sql.table(table)}
      where company_id = 1 order by ${sql.ref(id)} limit ${few})`;
  await inCompany(world.services.database.db, 1, async (trx) => {
    for (
      const statement of [
        sql`update notifications set created_at = now() - interval '40 days'
          where ${oldest("notifications", "id")}`,
        sql`update push_jobs set ends_at = now() - interval '1 minute'
          where id in (select id from push_jobs where company_id = 1
            order by notification_id desc limit ${few})`,
        sql`update channel_events set received_at = now() - interval '40 days',
            tried_at = now() - interval '40 days'
          where id in (select id from channel_events where company_id = 1 and body is not null
            order by id limit ${few})`,
        sql`update activities set at = now() - interval '13 months'
          where ${oldest("activities", "id")}`,
        sql`update tasks set deleted_at = now() - interval '40 days'
          where ${oldest("tasks", "id")}`,
      ]
    ) await statement.execute(trx);
  });
}

interface Size {
  sent: number;
  records: number;
}

async function fill(world: World, companyId: number, size: Size) {
  for (const statement of rowsOf(companyId, size)) {
    await inCompany(world.services.database.db, companyId, (trx) => statement.execute(trx));
  }
}

/** Notifications with a push each, answered and told, and records. */
function rowsOf(company: number, { sent, records }: Size) {
  const every = (count: number) => sql`generate_series(1, ${sql.lit(count)}) n`;
  const theirs = (table: string) => sql`${sql.table(table)} t where t.company_id = ${company}`;
  return [
    sql`insert into push_subscriptions (id, company_id, endpoint, host, p256dh, auth)
      values (gen_random_uuid(), ${company}, 'https://push.example/' || ${company}::int,
        'push.example', decode(repeat('04', 65), 'hex'), decode(repeat('05', 16), 'hex'))`,
    sql`insert into notifications (id, company_id, key_id, title, body, type, priority, actions,
        created_at)
      select overlay(md5(n || ' ' || ${company}::int) placing lpad(to_hex(n), 8, '0') from 1)::uuid,
        ${company}, k.id, 'Pedido', 'Ya puede venir.', 'info', 'normal', '[]',
        now() - interval '20 days' + n * interval '1 minute'
      from ${every(sent)}, api_keys k where k.company_id = ${company}`,
    sql`insert into notification_recipients (company_id, notification_id, user_id)
      select company_id, id, 'maria' from ${theirs("notifications")}`,
    sql`insert into push_jobs (id, company_id, notification_id, user_id, subscription_id, host,
        due_at, ends_at)
      select gen_random_uuid(), t.company_id, t.id, 'maria', s.id, s.host, now(),
        now() + interval '8 days'
      from push_subscriptions s, ${theirs("notifications")} and s.company_id = t.company_id`,
    sql`insert into responses (id, company_id, notification_id, key_id, user_id, reply,
        responded_at)
      select gen_random_uuid(), company_id, id, key_id, 'maria', 'Vale', now()
      from ${theirs("notifications")}`,
    sql`insert into callbacks (response_id, company_id, key_id, url, host, body, status, attempts)
      select id, company_id, key_id, 'https://shop.example/', 'shop.example', '{}', 'delivered', 1
      from ${theirs("responses")}`,
    sql`insert into callback_attempts (company_id, response_id, number, started_at, duration_ms,
        outcome)
      select company_id, response_id, 1, now(), 5, 'delivered' from ${theirs("callbacks")}`,
    sql`insert into channel_accounts (company_id, kind, channel, name)
      values (${company}, 'program', 'whatsapp', 'Bot')`,
    sql`insert into channel_events (company_id, account_id, external_id, body, size, state, tried_at)
      select ${company}, a.id, 'e' || n, 'x', 1, 'read', now()
      from ${every(sent)}, channel_accounts a where a.company_id = ${company}`,
    sql`insert into tasks (company_id, title, kind, position)
      select ${company}, 'Ver', 'general', n from ${every(records)}`,
    sql`insert into activities (company_id, verb, task_id, changes, actor_kind)
      select company_id, 'created', id, '{}', 'system' from ${theirs("tasks")}`,
    sql`insert into contacts (company_id, channel, name)
      select ${company}, 'web', 'Ana' from ${every(records)}`,
  ];
}
