/** Events that repeat, over the API. */
import assert from "node:assert/strict";
import { growSeries } from "@/lib/crm/events/grow_series.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { addClient, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";
import { sceneOf, starts, tuesday } from "./series_scene.ts";

testOnEach("a series stays at its time of the clock, each occurrence an event", async (world) => {
  const { ana, add, listed } = sceneOf(world);
  const { event, all } = await add({ freq: "weekly", by_weekday: ["th", "tu"], count: 5 }, {
    reminder_minutes: [30],
    location: "Taller",
  });
  assert.deepEqual(starts(all), [
    "2035-10-16T08:00",
    "2035-10-18T08:00",
    "2035-10-23T08:00",
    "2035-10-25T08:00",
    "2035-10-30T09:00",
  ]);
  assert.deepEqual(event.recurrence, {
    freq: "weekly",
    interval: 1,
    by_weekday: ["tu", "th"],
    by_month_day: null,
    week_start: "mo",
    until: null,
    count: 5,
  });
  const last = await expectData(ana("GET", `/events/${all[4].id}`));
  assert.deepEqual(
    [last.original_day, last.original_start, last.ends_at, last.location, last.reminder_minutes],
    ["2035-10-30", "2035-10-30T09:00:00.000Z", "2035-10-30T10:30:00.000Z", "Taller", [30]],
  );
  const history = await expectData(ana("GET", `/activities?noun=event`));
  assert.equal(history.length, 1, "making a series happens once");

  // A start that the rule leaves out is no occurrence; the 31st is the last of shorter months.
  const late = await add({ freq: "monthly", by_month_day: 31, until: "2036-02-29" });
  assert.deepEqual(late.all.map((one) => one.original_day), [
    "2035-10-31",
    "2035-11-30",
    "2035-12-31",
    "2036-01-31",
    "2036-02-29",
  ]);
  const allDay = await add({ freq: "daily", interval: 6, count: 3 }, {
    starts_at: "2035-10-24T22:00:00Z",
    ends_at: "2035-10-25T22:00:00Z",
    all_day: true,
  });
  assert.deepEqual(allDay.all.map((one) => [one.starts_at, one.ends_at]).at(-1), [
    "2035-11-05T23:00:00.000Z",
    "2035-11-06T23:00:00.000Z",
  ]);
  const other = apiOf(world, people.luis, 2);
  await expectFailure(other("GET", `/events/${event.id}`), 404, "not_found");
  await expectFailure(other("PATCH", `/events/${event.id}?scope=all`, {}), 404, "not_found");
  await expectFailure(other("DELETE", `/events/${event.id}?scope=all`), 404, "not_found");
  const theirs = await other("GET", `/events?series_id=${event.series_id}`);
  assert.equal(theirs.body.meta.total, 0);
  assert.equal((await listed(event.series_id)).length, 5);
});

testOnEach("a wrong rule of repetition is refused by field", async (world) => {
  const { ana, add, change } = sceneOf(world);
  const wrong = async (recurrence: object, more: object = {}) => {
    const body = { title: "x", ...tuesday, recurrence, ...more };
    const { fields } = await expectFailure(ana("POST", "/events", body), 422, "validation_failed");
    return Object.keys(fields).sort();
  };
  assert.deepEqual(
    await wrong({ freq: "yearly", interval: 0, by_weekday: ["xx"], count: 367 }, { title: "" }),
    [
      "recurrence.by_weekday",
      "recurrence.by_weekday.0",
      "recurrence.count",
      "recurrence.freq",
      "recurrence.interval",
      "title",
    ],
  );
  assert.deepEqual(await wrong({ freq: "daily", count: 0, until: "2036-01-01" }), [
    "recurrence.count",
    "recurrence.until",
  ]);
  assert.deepEqual(await wrong({ freq: "daily", until: "2036-01-01", count: 3 }), [
    "recurrence.count",
    "recurrence.until",
  ]);
  assert.deepEqual(await wrong({ freq: "daily", by_weekday: [], by_month_day: 32 }), [
    "recurrence.by_month_day",
    "recurrence.by_weekday",
  ]);
  assert.deepEqual(
    await wrong({ freq: "daily", until: "2035-10-15" }, { ends_at: "2035-10-16T07:00:00Z" }),
    ["ends_at", "recurrence.until"],
  );
  assert.deepEqual(await wrong({ freq: "daily", until: "2040-10-17" }), ["recurrence.until"]);
  assert.deepEqual(await wrong({ freq: "weekly", by_weekday: ["mo"], until: "2035-10-17" }), [
    "recurrence.until",
  ]);
  const { all } = await add({ freq: "daily", count: 4 });
  const path = `/events/${all[2].id}`;
  const alone = await expectFailure(
    ana("PATCH", path, { recurrence: { freq: "daily" } }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(alone.fields), ["recurrence"]);
  const few = { recurrence: { freq: "daily", count: 2 } };
  const gone = await expectFailure(
    ana("PATCH", `${path}?scope=all`, few),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(gone.fields), ["recurrence.count"]);
  await expectFailure(ana("PATCH", `${path}?scope=some`, {}), 422, "validation_failed");
  await change(all[2], "following", few);
  assert.equal((await ana("GET", "/events?from=2035-10-01&to=2035-12-01")).body.meta.total, 4);
});

testOnEach("a change is made to one, from here on, or to all, and taken back", async (world) => {
  const { ana, add, listed, change } = sceneOf(world);
  const { event, all } = await add({ freq: "weekly", count: 6 });
  const id = event.series_id;
  const early = { starts_at: "2035-10-24T06:00:00Z", ends_at: "2035-10-24T07:00:00Z" };
  await change(all[1], "this", { title: "Otra", ...early });
  await change(all[4], "this", { location: "Bar" });
  // What all get is the same on each; what is not changed stays as each has it.
  const whole = await change(all[3], "all", { title: "Equipo", version: 1 });
  assert.deepEqual([whole.meta.scope, whole.meta.changed], ["all", 6]);
  const named = await listed(id);
  assert.ok(named.every(({ title }) => title === "Equipo"));
  assert.equal(named[1].starts_at, "2035-10-24T06:00:00.000Z");
  assert.equal(named[4].location, "Bar");
  await expectFailure(
    ana("PATCH", `/events/${all[0].id}?scope=all`, { title: "x", version: 1 }),
    409,
    "version_conflict",
  );
  // New times move all by as many days, also one that was moved by itself.
  const moved = await change(named[2], "all", {
    starts_at: "2035-10-31T15:00:00Z",
    ends_at: "2035-10-31T15:45:00Z",
  });
  assert.equal(moved.event.original_day, "2035-10-31");
  assert.deepEqual(moved.event.recurrence.by_weekday, ["we"]);
  assert.deepEqual(starts(await listed(id)), [
    "2035-10-17T14:00",
    "2035-10-24T14:00",
    "2035-10-31T15:00",
    "2035-11-07T15:00",
    "2035-11-14T15:00",
    "2035-11-21T15:00",
  ]);
  const undone = await expectData(ana("POST", "/events/bulk", { undo_id: moved.meta.undo_id }));
  assert.equal(undone.counts.done, 6);
  assert.deepEqual(starts(await listed(id)), starts(named));
  assert.deepEqual((await listed(id))[0].recurrence.by_weekday, ["tu"]);

  // From here on, the series is another.
  const [, , third] = await listed(id);
  const later = await change(third, "following", { ends_at: "2035-10-30T11:00:00Z" });
  assert.notEqual(later.event.series_id, id);
  assert.deepEqual([later.meta.changed, later.event.recurrence.count], [4, 4]);
  const rest = await listed(later.event.series_id);
  assert.deepEqual(rest.map(({ ends_at }) => ends_at.slice(11, 16)), Array(4).fill("11:00"));
  const before = await listed(id);
  assert.deepEqual([before.length, before[0].recurrence.until, before[0].recurrence.count], [
    2,
    "2035-10-29",
    null,
  ]);
  await expectData(ana("POST", "/events/bulk", { undo_id: later.meta.undo_id }));
  const back = await listed(id);
  assert.deepEqual([back.length, back[0].recurrence.count], [6, 6]);
  await growSeries(world.services.database.db, options(world, "2035-10-01T00:00:00Z"));
  assert.equal(await countSeries(world), 1, "a series without events is removed");
});

testOnEach("another rule keeps what it has too, and can be none", async (world) => {
  const { ana, add, listed, change } = sceneOf(world);
  const { all } = await add({ freq: "weekly", until: "2035-11-20" });
  assert.equal(all.length, 6);
  await expectData(ana("DELETE", `/events/${all[4].id}`));
  const note = { event_id: all[3].id, body: "Traer muestras" };
  await expectData(ana("POST", "/notes", note), 201);
  const both = { freq: "weekly", by_weekday: ["tu", "we"], until: "2035-11-21" };
  const wider = await change(all[2], "following", { recurrence: both });
  const rest = await listed(wider.event.series_id);
  assert.deepEqual(rest.map((one) => one.original_day.slice(5)), [
    "10-30",
    "10-31",
    "11-06",
    "11-07",
    "11-14",
    "11-20",
    "11-21",
  ]);
  assert.equal(rest[2].id, all[3].id, "an occurrence that stays is the same event");
  const wednesdays = { ...both, by_weekday: ["we"] };
  const narrow = await change(rest[2], "all", { recurrence: wednesdays });
  assert.equal(narrow.event.original_day, "2035-11-07", "the one that is changed stays");
  assert.deepEqual(
    (await listed(narrow.event.series_id)).map((one) => one.original_day.slice(5)),
    ["10-31", "11-07", "11-14", "11-21"],
  );
  await expectData(ana("POST", "/events/bulk", { undo_id: narrow.meta.undo_id }));
  assert.deepEqual(starts(await listed(wider.event.series_id)), starts(rest));
  const alone = await change(rest[1], "all", { recurrence: null });
  assert.deepEqual([alone.event.recurrence, alone.event.series_id], [null, null]);
  assert.deepEqual(await listed(wider.event.series_id), []);
  await expectData(ana("POST", `/events/${rest[2].id}/restore`));
  const restored = await expectData(ana("GET", `/events/${rest[2].id}`));
  assert.equal(restored.recurrence, null, "one that its rule left comes back alone");
  const again = await change(restored, "this", { recurrence: { freq: "daily", count: 3 } });
  assert.equal(again.meta.changed, 3);
  assert.equal((await listed(again.event.series_id))[0].id, restored.id);
  await expectData(ana("POST", "/events/bulk", { undo_id: again.meta.undo_id }));
  assert.deepEqual(await listed(again.event.series_id), []);
});

testOnEach("occurrences are deleted alone, from here on, or all, and come back", async (world) => {
  const { ana, add, listed } = sceneOf(world);
  const { event, all } = await add({ freq: "daily" });
  assert.ok(all.length === 200, "a page of them");
  const id = event.series_id;
  const count = async () => (await ana("GET", `/events?series_id=${id}`)).body.meta.total;
  assert.equal(await count(), 366);
  await expectData(ana("DELETE", `/events/${all[1].id}`));
  assert.equal(await count(), 365);
  const later = await ana("DELETE", `/events/${all[9].id}?scope=following`);
  assert.deepEqual([later.status, later.body.meta.changed], [200, 357]);
  assert.equal(await count(), 8);
  assert.equal((await listed(id))[0].recurrence.until, "2035-10-24");
  await growSeries(world.services.database.db, options(world, "2036-01-01T00:00:00Z"));
  assert.equal(await count(), 8, "it goes on no more");
  await expectData(ana("POST", "/events/bulk", { undo_id: later.body.meta.undo_id }));
  assert.equal(await count(), 365);
  const whole = await ana("DELETE", `/events/${all[5].id}?scope=all`);
  assert.equal(whole.body.meta.changed, 365);
  assert.equal(await count(), 0);
  await expectData(ana("POST", `/events/${all[5].id}/restore`));
  await growSeries(world.services.database.db, options(world, "2037-01-01T00:00:00Z"));
  assert.equal(await count(), 1);
});

testOnEach("a series without end is made for the next 13 months, day by day", async (world) => {
  const { ana, add, listed, change } = sceneOf(world);
  const client = await addClient(world, 1, "Talleres Sol");
  const weekly = await add({ freq: "weekly" }, { client_id: client });
  const daily = await add({ freq: "daily", until: "2037-03-01" });
  const total = async (id: number) =>
    (await ana("GET", `/events?series_id=${id}&per_page=1`)).body.meta.total;
  const { db } = world.services.database;
  const ids = [weekly, daily].map(({ event }) => event.series_id);
  assert.deepEqual([await total(ids[0]!), await total(ids[1]!)], [57, 366]);
  // One changed by itself is no example for the next.
  const newest = (await listed(ids[0]!, "&per_page=200")).at(-1);
  await change(newest, "this", { title: "Fiesta", client_id: null });
  const at = "2035-12-01T03:00:00Z";
  await Promise.all([growSeries(db, options(world, at)), growSeries(db, options(world, at))]);
  assert.deepEqual([await total(ids[0]!), await total(ids[1]!)], [64, 444]);
  await growSeries(db, options(world, at));
  await growSeries(db, options(world, "2036-12-01T03:00:00Z"));
  assert.deepEqual([await total(ids[0]!), await total(ids[1]!)], [116, 503]);
  const last = (await listed(ids[0]!)).at(-1);
  assert.deepEqual([last.starts_at, last.title, last.client?.id], [
    "2037-12-29T09:00:00.000Z",
    "Reunión",
    client,
  ]);
  const full = { ...options(world, "2037-12-01T03:00:00Z"), maxRecords: 600 };
  await growSeries(db, full);
  assert.equal(await total(ids[0]!), 116, "a company that is full is left alone");
  const erase = { reason: "requested", confirm: "Talleres Sol" };
  await expectData(ana("POST", `/clients/${client}/erase`, erase));
  await growSeries(db, options(world, "2037-12-01T03:00:00Z"));
  assert.equal(await total(ids[0]!), 116, "nothing is made for a person who was erased");
});

function options(world: World, now: string) {
  return { announce: world.services.announce, maxRecords: 1_000_000, now: new Date(now) };
}

async function countSeries(world: World): Promise<number> {
  const rows = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("event_series").select("id").where("company_id", "=", 1).execute(),
  );
  return rows.length;
}
