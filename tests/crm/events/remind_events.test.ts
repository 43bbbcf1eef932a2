import assert from "node:assert/strict";
import type { CommitEvent } from "@/lib/tools/after_commit.ts";
import { remindOfEvents } from "@/lib/crm/events/remind_events.ts";
import { people, testOnEach } from "../../support/world.ts";
import { team } from "../notices/phones.ts";
import { expectData, inDatabase } from "../scene.ts";

testOnEach("an event's reminder comes once for each start and lead time", async (world) => {
  const { ana, luis } = await team(world);
  const { db } = world.services.database;
  const at = (minutes: number) => new Date(Date.UTC(2031, 2, 30, 8) + minutes * 60_000);
  const create = (body: Record<string, unknown>) =>
    expectData(
      ana.api("POST", "/events", { title: "Visita", starts_at: at(0), ends_at: at(60), ...body }),
      201,
    );
  const { id } = await create({
    assignee_id: luis.id,
    location: "Taller",
    reminder_minutes: [60, 1440],
  });
  await create({ reminder_minutes: [60] });
  const trashed = await create({ assignee_id: luis.id, reminder_minutes: [60] });
  await expectData(ana.api("DELETE", `/events/${trashed.id}`));
  const remind = async (minutes: number) => {
    const woken: CommitEvent[] = [];
    const announce = (events: CommitEvent[]) => void woken.push(...events);
    await Promise.all(
      Array.from({ length: 4 }, () => remindOfEvents(db, announce, at(minutes))),
    );
    return woken.flatMap((event) => "userId" in event ? event.userId : []);
  };
  assert.deepEqual(await remind(-1441), []);
  assert.deepEqual(await remind(-1440), [people.luis], "of four instances one reminds");
  assert.deepEqual(await remind(-1439), []);
  const [first] = await luis.phone.inbox();
  assert.deepEqual([first!.title, first!.body], [
    "Visita",
    "Domingo, 30 de marzo, 10:00. Taller.",
  ]);
  assert.deepEqual(await remind(-30), [people.luis], "one that is late still goes out");
  const [second, ...older] = await luis.phone.inbox();
  assert.deepEqual([second!.url, older], [`/panel/events/${id}?company_id=1`, []]);

  const moved = { starts_at: at(120), ends_at: at(180), assignee_id: ana.id };
  await expectData(ana.api("PATCH", `/events/${id}`, moved));
  assert.deepEqual(await remind(30), []);
  assert.deepEqual(await remind(60), [people.ana], "another start is another reminder");
  await expectData(ana.api("PATCH", "/me", { notify: { event_reminder: false } }));
  await expectData(ana.api("PATCH", `/events/${id}`, { reminder_minutes: [0] }));
  assert.deepEqual(await remind(120), []);
  assert.deepEqual(await remind(300), []);
  const reminders = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("event_reminders").select(["event_id", "minutes"])
        .where("company_id", "=", 1).orderBy("starts_at").orderBy("minutes").execute(),
  );
  assert.deepEqual(reminders.map(({ event_id, minutes }) => [event_id, minutes]), [
    [id, 60],
    [id, 1440],
    [id, 0],
    [id, 60],
  ]);
});
