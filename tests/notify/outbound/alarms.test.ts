import assert from "node:assert/strict";
import { alarmAheadMs, Alarms } from "@/lib/outbound/alarms.ts";

const due = (id: string) => ({ id, companyId: 1, host: "a.example" });

Deno.test("an alarm is set once for its time, and not long before it", async () => {
  const set: [string, number][] = [];
  const alarms = new Alarms(({ id }, delayMs) => {
    set.push([id, delayMs]);
    return Promise.resolve();
  });
  await alarms.set(due("far"), alarmAheadMs + 1);
  assert.deepEqual(set, [], "a sweep comes before it");
  for (const delayMs of [30_000, 30_100, 5_000, 5_000]) await alarms.set(due("near"), delayMs);
  assert.deepEqual(set, [["near", 30_000], ["near", 5_000]], "an earlier one is set beside it");
  alarms.hasRung("near");
  await alarms.set(due("near"), 5_000);
  assert.equal(set.length, 3);
});

Deno.test("an alarm that was lost on the way is set again", async () => {
  let count = 0;
  const alarms = new Alarms(() => {
    count++;
    return Promise.resolve();
  });
  await alarms.set(due("lost"), -1);
  alarms.forgetPast();
  await alarms.set(due("lost"), -1);
  assert.equal(count, 2);
});
