/** Two processes of one database, one an hour ahead of it and one an hour behind. */
import assert from "node:assert/strict";
import { clockOff, faketime } from "../support/faketime.ts";
import { until } from "../support/wait.ts";
import { startCallbackReceiver } from "./support/callbacks.ts";
import { ask } from "./support/client.ts";
import { answer, sendToAll } from "./support/scenes.ts";
import { openStage, type Sql, testOn } from "./support/stage.ts";

if (faketime) {
  testOn(
    ["postgres"],
    "a process whose clock is an hour off goes by the database's",
    async (kind) => {
      await using stage = await openStage(kind, { users: ["ana", "bruno"], hasBareRows: true });
      await using receiver = startCallbackReceiver({ key: stage.key });
      const [late, due] = await stage.sql(insertEvents);
      const [ahead, behind] = await Promise.all([
        stage.start({ name: "ahead", env: clockOff("+3600") }),
        stage.start({ name: "behind", env: clockOff("-3600") }),
      ]);
      const ways = [[ahead!, behind!], [behind!, ahead!]] as const;
      for (const [one, other] of ways) {
        await until(() => isWarned(one.url), { what: "the clock's warning" });
        const id = await sendToAll(stage, one.url, {
          callbackUrl: receiver.url,
          ttl: 900,
        });
        await answer(stage, other.url, id, "ana");

        const pairing = await ask(one.url, "POST", "/api/devices/pairings", {
          as: stage.key,
          json: { userId: "carla" },
        });
        assert.equal(pairing.status, 201, JSON.stringify(pairing.body));
        const paired = await ask(other.url, "POST", "/api/phone/pair", {
          json: { code: pairing.body.data.code },
        });
        assert.equal(paired.status, 201, JSON.stringify(paired.body));
      }
      await until(() => receiver.acceptedIds.size === 2, { what: "a callback of each process" });
      assert.deepEqual(receiver.forged, [], "their timestamps are right");
      assert.equal(receiver.requests.length, 2, "each is sent once");
      await until(() => stage.sql((sql) => isReminded(sql, due!)), {
        what: "the reminder that is due",
      });
      assert.equal(await stage.sql((sql) => isReminded(sql, late!)), false, "none comes early");
      assert.deepEqual(await stage.sql(readStrayTimes), []);
    },
  );
}

async function isWarned(base: string): Promise<boolean> {
  const { body } = await ask(base, "GET", "/readyz");
  return body.data.warnings.includes("clock_skewed");
}

/** An event in half an hour, and one that has just begun, with a reminder at their beginning. */
async function insertEvents(sql: Sql): Promise<number[]> {
  const events = await sql<{ id: number }>(`
    with person as (
      insert into users (email, name) values ('ana@primary.example', 'Ana') returning id
    ), member as (
      insert into user_companies (company_id, user_id) select 1, id from person returning user_id
    )
    insert into events (company_id, title, starts_at, ends_at, reminder_minutes, assignee_id)
    select 1, 'Visita', now() + wait, now() + wait, '{0}', user_id
    from member, unnest(array[interval '30 minutes', interval '-1 second']) wait
    returning id`);
  return events.map(({ id }) => id);
}

async function isReminded(sql: Sql, event: number): Promise<boolean> {
  const rows = await sql("select from event_reminders where event_id = $1", [event]);
  return rows.length > 0;
}

/** Columns with an instant of a process that its clock has moved. */
async function readStrayTimes(sql: Sql): Promise<{ name: string; off: string }[]> {
  return await sql(`
    select name, (at - now())::text as off from (
      select 'notifications', created_at from notifications
      union all select 'instances', started_at from instances
      union all select 'job_ends', ended_at from job_ends
      union all select 'responses', responded_at from responses
    ) as noted(name, at)
    where at not between now() - interval '10 minutes' and now()`);
}
