/** Kept times of events' reminders: never later than the next is due, and read by an index. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { plannedEvents, remindOfEvents } from "@/lib/crm/events/remind_events.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { testOnEachDatabase } from "../../db/each.ts";
import { rowsReadBy } from "../../db/explain.ts";
import { testOnServer } from "../../db/migration/own_database.ts";

type Db = Parameters<typeof remindOfEvents>[0];

/** Runs statements as company 1's tenant. @returns rows of the last one */
function run<T>(db: Db, ...texts: string[]): Promise<T[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'relevo_tenant', true), relevo_enter(1)`.execute(trx);
    let rows: unknown[] = [];
    for (const text of texts) ({ rows } = await sql.raw(text).execute(trx));
    return rows as T[];
  });
}

/** Makes members of company 1, as the owner. @returns the least of their ids */
async function addMembers(db: Db): Promise<number> {
  await sql`insert into users (email) select n || '@relevo.example' from generate_series(1, 2) n`
    .execute(db);
  await sql`insert into user_companies (company_id, user_id) select 1, id from users`.execute(db);
  const { rows } = await sql<{ id: number }>`select min(id) as id from users`.execute(db);
  return rows[0]!.id;
}

const addEvents = (user: number, count: number, start: string, leads: string) =>
  `insert into events (company_id, title, starts_at, ends_at, assignee_id, reminder_minutes)
   select 1, 'Visit', at, at + interval '2 days', ${user}, '${leads}'
   from generate_series(1, ${count}) n cross join lateral (select ${start} as at) s`;

const times = `select (reminder_due_at at time zone 'UTC')::text as at from events order by id`;

testOnEachDatabase("a kept time follows whatever it depends on", async ({ db }) => {
  const user = await addMembers(db);
  const set = async (change: string) => {
    const [row] = await run<{ at: string | null }>(db, `update events set ${change}`, times);
    return row!.at;
  };
  // Their clocks change on the day before the event.
  await run(
    db,
    "set local timezone to 'Europe/Madrid'",
    addEvents(user, 1, "timestamptz '2031-03-30 08:00Z'", "{60, 1440}"),
  );
  assert.equal(await set("title = 'Other'"), "2031-03-29 08:00:00");
  assert.equal(await set("starts_at = starts_at + interval '1 day'"), "2031-03-30 08:00:00");
  assert.equal(await set("reminder_minutes = '{0}'"), "2031-03-31 08:00:00");
  assert.equal(await set("assignee_id = null"), null);
  assert.equal(await set(`assignee_id = ${user}`), "2031-03-31 08:00:00");
  assert.equal(await set("deleted_at = now()"), null);
  assert.equal(await set("deleted_at = null"), "2031-03-31 08:00:00");
  assert.equal(await set("reminder_minutes = '{}'"), null);
});

testOnEachDatabase("a sweep moves each event on to its next reminder", async ({ db }) => {
  const user = await addMembers(db);
  await run(db, addEvents(user, 1, "timestamptz '2031-03-30 08:00Z'", "{60, 1440, 10}"));
  const sweep = async (at: string) => {
    await remindOfEvents(db, () => {}, new Date(at));
    const [row] = await run<{ at: string | null }>(db, times);
    const sent = await run<{ minutes: number }>(db, "select minutes from event_reminders");
    return [row!.at, sent.map(({ minutes }) => minutes)];
  };
  assert.deepEqual(await sweep("2031-03-29T07:59:00Z"), ["2031-03-29 08:00:00", []]);
  // The process was away for longer than reminders are caught up with.
  assert.deepEqual(await sweep("2031-03-29T09:01:00Z"), ["2031-03-30 07:00:00", []]);
  // The release before reminds of it, and leaves the kept time.
  await run(
    db,
    `insert into event_reminders (company_id, event_id, starts_at, minutes)
     select company_id, id, starts_at, 60 from events`,
  );
  assert.deepEqual(await sweep("2031-03-30T07:00:30Z"), ["2031-03-30 07:50:00", [60]]);
  assert.deepEqual(await sweep("2031-03-30T08:20:00Z"), [null, [60, 10]]);
});

testOnEachDatabase("what is due is found without reading other events", async ({ db }) => {
  const user = await addMembers(db);
  await run(
    db,
    addEvents(user, 3_000, "timestamptz '2031-03-30 08:00Z' + n * interval '1 hour'", "{60}"),
  );
  await sql`analyze events`.execute(db);
  const now = new Date("2031-03-30T10:00:00Z");
  await asWorker(db, async (trx) => {
    assert.equal((await plannedEvents(now).execute(trx)).rows.length, 3);
    assert.equal(await rowsReadBy(trx, plannedEvents(now), "events"), 3);
  });
});

testOnServer("events of the release before have their times after the migration", async (
  { database: { db } },
) => {
  const user = await addMembers(db);
  const start = "date_trunc('hour', now()) + (n - 2) * interval '3 days'";
  await run(db, addEvents(user, 3, start, "{60, 10}"));
  await migrate(db);
  const leads = await run<{ lead: number | null }>(
    db,
    `select (extract(epoch from starts_at - reminder_due_at) / 60)::int as lead
     from events order by id`,
  );
  assert.deepEqual(leads.map(({ lead }) => lead), [null, 60, 60]);
}, { at: "0093_morning_times" });
