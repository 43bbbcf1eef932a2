import assert from "node:assert/strict";
import { HostHealth } from "@/lib/fairness/host_health.ts";

/** A host with a clock that the test moves. */
function host() {
  let now = 1_000_000;
  const health = new HostHealth({ now: () => now });
  return {
    health,
    later: (ms: number) => void (now += ms),
    fail: (times = 1) => note(times, true),
    succeed: (times = 1) => note(times, false),
    slow: () => health.note({ failed: false, durationMs: 3_000 }),
  };
  function note(times: number, failed: boolean) {
    for (let n = 0; n < times; n++) health.note({ failed, durationMs: 10 });
  }
}

Deno.test("a host that keeps failing is paused for 30 s, then tried with one call", () => {
  const { health, later, fail, succeed } = host();
  fail(9);
  assert.deepEqual([health.pausedMs, health.limit(8)], [0, 8]);
  fail();
  assert.deepEqual([health.pausedMs, health.limit(8)], [30_000, 0]);
  later(29_999);
  assert.deepEqual([health.pausedMs, health.limit(8)], [1, 0]);
  later(1);
  assert.deepEqual([health.pausedMs, health.limit(8)], [0, 1]);
  fail();
  assert.deepEqual([health.pausedMs, health.limit(8)], [30_000, 0]);
  later(30_000);
  succeed();
  assert.deepEqual([health.pausedMs, health.limit(8)], [0, 8]);
  fail(9);
  assert.equal(health.limit(8), 8, "what was before the recovery is forgotten");
});

Deno.test("a host is not paused for few failures, or for old ones", () => {
  const mixed = host();
  mixed.succeed(4);
  mixed.fail(9); // 9 of 13 are below 70 %
  assert.equal(mixed.health.limit(8), 8);
  mixed.fail(); // 10 of 14 are above
  assert.equal(mixed.health.limit(8), 0);
  const old = host();
  old.fail(9);
  old.later(5 * 60_000 + 1);
  old.fail(9);
  assert.equal(old.health.limit(8), 8);
});

Deno.test("a slow host gets two calls at once, until it is quick again", () => {
  const { health, slow, succeed } = host();
  slow();
  assert.deepEqual([health.limit(8), health.limit(1)], [2, 1]);
  succeed();
  assert.equal(health.limit(8), 8);
});
