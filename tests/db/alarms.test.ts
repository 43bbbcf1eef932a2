import assert from "node:assert/strict";
import { type Alarm, Alarms } from "@/lib/db/alarms.ts";
import { currentDeadline, withDeadline } from "@/lib/db/deadline.ts";
import { until } from "../support/wait.ts";

Deno.test("each alarm rings once, in its time, and never after it was cleared", async () => {
  const alarms = new Alarms();
  const rung: string[] = [];
  const alarm = (name: string, afterMs: number, more = () => {}): Alarm => {
    const at = performance.now() + afterMs;
    const ring = () => {
      assert.ok(performance.now() >= at, `${name} rang too early`);
      rung.push(name);
      more();
    };
    return { at, ring };
  };
  const late = alarm("late", 60_000);
  const cleared = alarm("cleared", 10);
  alarms.set(late);
  alarms.set(cleared);
  alarms.set(alarm("second", 40, () => alarms.set(alarm("of the second", 5))));
  alarms.set(alarm("first", 20));
  alarms.clear(cleared);
  await until(() => rung.length === 3, { what: "three alarms to ring" });
  alarms.clear(late);
  alarms.clear(late);
  alarms.set(alarm("after all", 1));
  await until(() => rung.length === 4, { what: "an alarm after all were over" });
  assert.deepEqual(rung, ["first", "second", "of the second", "after all"]);
});

Deno.test("an alarm is of no request, whichever started the timer", async () => {
  const alarms = new Alarms();
  const deadlines: unknown[] = [];
  withDeadline(1_000, () => {
    const ring = () => deadlines.push(currentDeadline());
    alarms.set({ at: performance.now() + 1, ring });
  });
  await until(() => deadlines.length === 1, { what: "it to ring" });
  assert.deepEqual(deadlines, [undefined]);
});
