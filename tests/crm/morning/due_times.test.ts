/** Kept times of the message of the morning: never later than it is due, and read by an index. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { dueCompanies } from "@/lib/crm/morning/send_mornings.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { rowsOf, testOnEachDatabase } from "../../db/each.ts";
import { rowsReadBy } from "../../db/explain.ts";

/** Their clocks change at night, by half an hour, at midnight, and not at all. */
const zones = ["Europe/Madrid", "Australia/Lord_Howe", "America/Santiago", "America/New_York"]
  .concat("Asia/Kolkata");

const addMembers = (count: number) =>
  `insert into users (email) select 'member' || n || '@relevo.example'
   from generate_series(1, ${count}) n`;

testOnEachDatabase("a kept time is when the hour comes, or within the hour before", async (at) => {
  const run = (text: string) => sql.raw(text).execute(at.db);
  await run(addMembers(366 * 4));
  for (const [n, zone] of zones.entries()) {
    await run(`insert into companies (id, name, slug, timezone)
      values (${100 + n}, 'Company', 'company-${n}', '${zone}')`);
  }
  await run(`
    insert into user_companies (company_id, user_id, morning_at, morning_sent_on)
    select c.id, u.id, (array['00:15', '01:45', '02:30', '22:50'])[1 + n % 4],
      date '2031-01-01' + (n / 4)::int
    from companies c
    cross join (select id, row_number() over (order by id) - 1 as n from users) u
    where c.id >= 100`);
  /** Rows of which it is said whether they are due so many minutes after their kept time. */
  const countOf = async (minutes: number, state: "due" | "waiting") => {
    const isDue = `to_char(at, 'HH24:MI') >= m.morning_at and at::date > m.morning_sent_on`;
    const [row] = await rowsOf<{ count: number }>(
      at,
      `select count(*)::int as count from user_companies m join companies c on c.id = m.company_id
       cross join lateral (
         select (m.morning_due_at + interval '${minutes} minutes') at time zone c.timezone as at
       ) clock where m.morning_due_at is not null and ${state === "due" ? "" : "not"} (${isDue})`,
    );
    return row!.count;
  };
  for (const early of [1, 30, 31, 60]) assert.equal(await countOf(-early, "due"), 0, `${early}`);
  assert.equal(await countOf(60, "waiting"), 0, "an hour later each is due");
  const inHour = await countOf(0, "waiting");
  assert.ok(inHour > 0 && inHour < 40, `${inHour} times where clocks change`);
});

testOnEachDatabase("a kept time follows whatever it depends on", async (at) => {
  const run = (text: string) => sql.raw(text).execute(at.db);
  await run(addMembers(1));
  const [user] = await rowsOf<{ id: number }>(at, "select max(id) as id from users");
  const whose = `company_id = 1 and user_id = ${user!.id}`;
  const due = async () => {
    const [row] = await rowsOf<{ due: string | null }>(
      at,
      `select (morning_due_at at time zone 'UTC')::text as due from user_companies where ${whose}`,
    );
    return row!.due;
  };
  const set = async (text: string) => {
    await run(`update user_companies set ${text} where ${whose}`);
    return await due();
  };
  await run(`insert into user_companies (company_id, user_id) values (1, ${user!.id})`);
  assert.equal(await due(), null);
  assert.equal(await set("morning_at = '08:30'"), "-infinity");
  assert.equal(await set("morning_sent_on = '2030-12-02'"), "2030-12-03 07:30:00");
  assert.equal(await set("morning_at = '09:00'"), "2030-12-03 08:00:00");
  await run("update companies set timezone = 'Asia/Kolkata' where id = 1");
  assert.equal(await due(), "2030-12-03 03:30:00");
  assert.equal(await set("disabled_at = now()"), null);
  assert.equal(await set("disabled_at = null"), "2030-12-03 03:30:00");
  assert.equal(await set("morning_at = null"), null);
});

testOnEachDatabase("whose hour has come is found without reading the others", async (at) => {
  const run = (text: string) => sql.raw(text).execute(at.db);
  await run(addMembers(3_000));
  await run(`insert into companies (id, name, slug)
    select n, 'Company', 'company-' || n from generate_series(101, 200) n`);
  await run(`
    insert into user_companies (company_id, user_id, morning_at, morning_sent_on)
    select 101 + id % 100, id, '08:30',
      case when id % 1000 = 0 then date '2030-12-01' else date '2030-12-02' end from users`);
  for (const table of ["companies", "user_companies"]) await run(`analyze ${table}`);
  const now = new Date("2030-12-02T08:00:00Z");
  await asWorker(at.db, async (trx) => {
    const { rows: due } = await dueCompanies(now).execute(trx);
    assert.deepEqual(due.length, 1);
    assert.equal(await rowsReadBy(trx, dueCompanies(now), "user_companies"), 3);
  });
});
