import assert from "node:assert/strict";
import { currentMs, currentTime, followClock } from "@/lib/tools/clock.ts";

Deno.test("a clock that is an hour off is counted by the database's, one of a second stays", async () => {
  const database = (aheadMs: number) => () => Promise.resolve(new Date(Date.now() + aheadMs));
  try {
    for (const hours of [1, -1, 24]) {
      const aheadMs = hours * 3_600_000;
      const seconds = await followClock(database(aheadMs));
      assert.equal(Math.round(seconds), hours * 3_600);
      const [earliest, now, latest] = [Date.now(), currentMs(), Date.now()];
      assert.ok(now >= earliest + aheadMs - 1 && now <= latest + aheadMs + 1, `${now - latest}`);
      assert.ok(Number.isInteger(now));
    }
    await followClock(database(1_000));
    const earliest = Date.now();
    const now = currentTime().getTime();
    assert.ok(now >= earliest && now <= Date.now(), "its own clock is good enough");
  } finally {
    await followClock(database(0));
  }
});
