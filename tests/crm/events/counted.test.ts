/** A series by `count` is made whole, however far its days reach. */
import assert from "node:assert/strict";
import { growSeries } from "@/lib/crm/events/grow_series.ts";
import { testOnEach } from "../../support/world.ts";
import { expectData, expectFailure, inDatabase } from "../scene.ts";
import { sceneOf, tuesday } from "./series_scene.ts";

const quiet = { announce: () => {}, maxRecords: 100_000 };

testOnEach("a series that ends by a count keeps the whole count", async (world) => {
  const { ana, add, change, listed } = sceneOf(world);
  const days = (all: { original_day: string }[]) => all.map(({ original_day }) => original_day);
  const { event, all } = await add({ freq: "monthly", interval: 12, count: 24 });
  assert.deepEqual([all.length, days(all).at(-1)], [24, "2058-10-16"]);

  // Another rule, a move and a split keep its number.
  const rule = { freq: "weekly", interval: 4, count: 30 };
  await change(event, "all", { recurrence: rule });
  const weekly = await listed(event.series_id, "&per_page=100");
  assert.deepEqual([weekly.length, days(weekly).at(-1)], [30, "2038-01-05"]);
  const moved = { starts_at: "2035-10-17T08:00:00Z", ends_at: "2035-10-17T09:00:00Z" };
  const { meta } = await change(event, "all", moved);
  const before = await listed(event.series_id, "&per_page=100");
  assert.deepEqual([before.length, days(before).at(-1)], [30, "2038-01-06"]);
  const now = new Date("2038-06-01T00:00:00Z");
  await growSeries(world.services.database.db, { ...quiet, now });
  assert.equal((await listed(event.series_id, "&per_page=100")).length, 30);
  await expectData(ana("POST", "/events/bulk", { undo_id: meta.undo_id }));
  assert.deepEqual(days(await listed(event.series_id, "&per_page=100")), days(weekly));

  const far = { title: "Lejos", ...tuesday, recurrence: { freq: "monthly", interval: 366 } };
  for (const [interval, count] of [[366, 366], [12, 52], [366, 3]]) {
    const body = { ...far, recurrence: { freq: "monthly", interval, count } };
    const { fields } = await expectFailure(ana("POST", "/events", body), 422, "validation_failed");
    assert.deepEqual(Object.keys(fields), ["recurrence.count"]);
  }
  await add({ freq: "monthly", interval: 12, count: 51 });
});

testOnEach("a series cut after 13 months is completed by the nightly work, once", async (world) => {
  const { add, listed } = sceneOf(world);
  const { event, all } = await add({ freq: "monthly", count: 20 });
  assert.equal(all.length, 20);
  const ids = all.slice(14).map(({ id }) => id);
  await inDatabase(world, 1, async (trx) => {
    await trx.deleteFrom("activities").where("event_id", "in", ids).execute();
    await trx.deleteFrom("events").where("id", "in", ids).execute();
    await trx.updateTable("event_series").set({ made_through: "2036-11-16" }).execute();
  });
  const now = new Date("2036-01-01T00:00:00Z");
  const version = async () => {
    await growSeries(world.services.database.db, { ...quiet, now });
    const [series] = await inDatabase(
      world,
      1,
      (trx) => trx.selectFrom("event_series").select("version").execute(),
    );
    return series!.version;
  };
  const first = await version();
  assert.equal((await listed(event.series_id)).length, 20);
  assert.equal(await version(), first);
});
