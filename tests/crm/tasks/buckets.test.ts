import assert from "node:assert/strict";
import { addDays, dayIn, instantIn } from "@/lib/values/dates.ts";
import { readTaskBuckets } from "@/lib/crm/tasks/task_buckets.ts";
import { taskListing } from "@/lib/crm/tasks/tasks.ts";
import { taskDueStates } from "@/lib/crm/tasks/bucket.ts";
import { listRecords } from "@/lib/records/listing/listing.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";

const timezone = "Europe/Madrid";
/** A Wednesday in the week in which summer time ends on Sunday. */
const today = "2026-10-21";
const now = instantIn(timezone, `${today}T12:00`);

async function readAll(world: World, perBucket: number) {
  const reader = { companyId: 1, userId: 1, timezone };
  const bucketQuery = { page: 1, per_page: 50, sort: [], per_bucket: perBucket };
  return await inDatabase(world, 1, async (trx) => {
    const titles: Record<string, string[]> = {};
    for (const due of taskDueStates) {
      const query = { ...bucketQuery, sort: [{ column: "t.title", descending: false }], due };
      const { records } = await listRecords(
        trx,
        reader,
        query,
        taskListing(trx, reader, query, now),
      );
      titles[due] = records.map(({ title }) => title);
    }
    const buckets = await readTaskBuckets(trx, reader, bucketQuery, now);
    return { titles, buckets };
  });
}

testOnEach("open tasks fall into one bucket each by the company's days", async (world) => {
  const ana = apiOf(world, people.ana);
  const at = (day: string, time = "00:00") => instantIn(timezone, `${day}T${time}`).toISOString();
  const cases: [title: string, due_at: string | null, extra?: object][] = [
    ["a yesterday", at(addDays(today, -1))],
    ["b an hour ago", at(today, "11:00"), { due_all_day: false }],
    ["c today", at(today)],
    ["d today later", at(today, "18:00"), { due_all_day: false }],
    ["e tomorrow", at(addDays(today, 1))],
    ["f end of Sunday", at("2026-10-25", "23:59"), { due_all_day: false }],
    ["g Monday", at("2026-10-26")],
    ["h no day", null],
    ["i urgent today", at(today), { priority: "urgent" }],
    ["z done", at(today), { status: "done" }],
  ];
  for (const [title, due_at, extra] of cases) {
    await expectData(ana("POST", "/tasks", { title, due_at, ...extra }), 201);
  }
  const { titles, buckets } = await readAll(world, 50);
  const letters = (list: string[]) => list.map((title) => title[0]).join("");
  assert.deepEqual(Object.fromEntries(taskDueStates.map((due) => [due, letters(titles[due]!)])), {
    none: "h",
    overdue: "ab",
    today: "bcdi",
    week: "ef",
    later: "efg",
    after_week: "g",
  });
  const summary = buckets.map(({ bucket, count, tasks }) =>
    [bucket, count, letters(tasks.map(({ title }) => title))] as const
  );
  assert.deepEqual(summary, [
    ["overdue", 2, "ab"],
    ["today", 3, "icd"],
    ["week", 2, "ef"],
    ["later", 1, "g"],
    ["none", 1, "h"],
  ]);
  const few = (await readAll(world, 1)).buckets;
  assert.deepEqual(few.map(({ count, tasks }) => [count, tasks.length]), [
    [2, 1],
    [3, 1],
    [2, 1],
    [1, 1],
    [1, 1],
  ]);
});

testOnEach("the list is narrowed by week and kind, and says what it takes", async (world) => {
  const ana = apiOf(world, people.ana);
  const far = instantIn(timezone, `${addDays(dayIn(timezone, new Date()), 30)}T00:00`);
  await expectData(ana("POST", "/tasks", { title: "x", kind: "delivery", due_at: far }), 201);
  const total = async (query: string) => (await ana("GET", `/tasks?${query}`)).body.meta?.total;
  assert.equal(await total("due=after_week&kind=delivery,follow_up"), 1);
  assert.equal(await total("due=week"), 0);
  assert.equal(await total("due=later&kind=general"), 0);
  const wrong = await expectFailure(ana("GET", "/tasks?due=soon"), 422, "validation_failed");
  assert.deepEqual(Object.keys(wrong.fields), ["due"]);
});
