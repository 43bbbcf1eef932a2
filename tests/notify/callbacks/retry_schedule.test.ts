import assert from "node:assert/strict";
import fc from "fast-check";
import type { PostResult } from "@/lib/outbound/outbound.ts";
import { delaysMs, judge, maxAttempts } from "@/lib/notify/callbacks/retry_schedule.ts";
import { retryAfterMs } from "@/lib/input/retry_after.ts";

const second = 1_000;
const day = 86_400 * second;

function status(code: number, retryAfter?: string): PostResult {
  return { outcome: "status", status: code, answer: "", durationMs: 5, retryAfter };
}
const failed = (
  outcome: "dns" | "connect" | "tls" | "timeout" | "refused_address",
): PostResult => ({
  outcome,
  durationMs: 5,
});
const delayOf = (attempt: number, result: PostResult, random?: number) => {
  const verdict = judge(attempt, result, random);
  assert.equal(verdict.status, "pending");
  return (verdict as { delayMs: number }).delayMs;
};

Deno.test("the schedule is the contract's: twelve attempts in about 76 hours", () => {
  const [s, m, h] = [1, 60, 3600];
  const contract = [
    5 * s,
    30 * s,
    2 * m,
    10 * m,
    30 * m,
    2 * h,
    5 * h,
    10 * h,
    14 * h,
    20 * h,
    24 * h,
  ];
  assert.deepEqual(delaysMs, contract.map((seconds) => seconds * second));
  assert.equal(maxAttempts, 12);
  const total = delaysMs.reduce((sum, delay) => sum + delay, 0) / (3600 * second);
  assert.ok(total > 75 && total < 77, `${total} hours`);
});

Deno.test("each wait lies within a fifth of the planned one", () => {
  for (const [at, planned] of delaysMs.entries()) {
    assert.equal(delayOf(at + 1, status(500), 0), Math.round(planned * 0.8));
    assert.equal(delayOf(at + 1, status(500), 0.5), planned);
    assert.equal(delayOf(at + 1, status(500), 1), Math.round(planned * 1.2));
    for (let n = 0; n < 50; n++) {
      const delay = delayOf(at + 1, failed("connect"));
      assert.ok(delay >= planned * 0.8 && delay <= planned * 1.2);
    }
  }
});

Deno.test("any 2xx delivers, 410 ends it, all else is tried again until the twelfth", () => {
  for (let code = 200; code <= 599; code++) {
    const expected = code < 300 ? "delivered" : code === 410 ? "gone" : "pending";
    assert.equal(judge(1, status(code)).status, expected, String(code));
    const last = expected === "pending" ? "failed" : expected;
    assert.equal(judge(12, status(code)).status, last, String(code));
    assert.equal(judge(11, status(code)).status, expected, String(code));
  }
  for (const outcome of ["dns", "connect", "tls", "timeout", "refused_address"] as const) {
    assert.equal(judge(11, failed(outcome)).status, "pending");
    assert.equal(judge(12, failed(outcome)).status, "failed");
    assert.equal(judge(13, failed(outcome)).status, "failed", "redelivered after the last");
  }
});

Deno.test("a receiver that is overloaded gets at least a minute", () => {
  for (const result of [status(429), status(429, "soon"), failed("timeout")]) {
    assert.equal(delayOf(1, result, 0.5), 60 * second);
    assert.equal(delayOf(2, result, 0.5), 60 * second);
    assert.equal(delayOf(3, result, 0.5), 120 * second);
  }
  assert.equal(delayOf(1, status(503), 0.5), 5 * second);
});

Deno.test("a 429 says how long the wait is, until the last hours of the schedule", () => {
  for (const attempt of [1, 2, 5]) {
    assert.equal(delayOf(attempt, status(429, "3"), 0.5), 3 * second);
    assert.equal(delayOf(attempt, status(429, "0"), 0.5), second);
    assert.equal(delayOf(attempt, status(429, "90000"), 0.5), day);
  }
  const soon = new Date(Date.now() + 4_000).toUTCString();
  const delay = delayOf(1, status(429, soon), 0.5);
  assert.ok(delay > second && delay <= 4 * second, String(delay));
  assert.equal(delayOf(6, status(429, "3"), 0.5), 7200 * second);
});

Deno.test("Retry-After is honoured, up to a day, and otherwise never shortens a wait", () => {
  assert.equal(delayOf(1, status(503, "120"), 0.5), 120 * second);
  assert.equal(delayOf(1, status(302, "120"), 0.5), 120 * second);
  assert.equal(delayOf(1, status(503, "1"), 0.5), 5 * second);
  assert.equal(delayOf(1, status(429, "30"), 0.5), 30 * second);
  assert.equal(delayOf(1, status(429, "90"), 0.5), 90 * second);
  assert.equal(delayOf(6, status(503, "60"), 0.5), 7200 * second);
  for (const long of ["86400", "86401", "9".repeat(90)]) {
    assert.equal(delayOf(1, status(503, long), 0.5), day, long);
  }
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  const delay = delayOf(1, status(503, inAnHour), 0.5);
  assert.ok(Math.abs(delay - 3_600_000) <= 2_000, String(delay));
});

Deno.test("Retry-After is seconds or a date of HTTP; anything else is none", () => {
  const now = Date.parse("Fri, 20 Nov 2026 10:00:00 GMT");
  assert.equal(retryAfterMs(undefined, now), 0);
  assert.equal(retryAfterMs("0", now), 0);
  assert.equal(retryAfterMs(" 7 ", now), 7 * second);
  assert.equal(retryAfterMs("Fri, 20 Nov 2026 10:00:30 GMT", now), 30 * second);
  assert.equal(retryAfterMs("Friday, 20-Nov-26 10:00:30 GMT", now), 30 * second);
  assert.equal(retryAfterMs("Fri Nov 20 10:00:30 2026", now), 30 * second);
  assert.equal(retryAfterMs("Thu, 19 Nov 2026 10:00:00 GMT", now), 0);
  for (const none of ["", "soon", "-5", "1.5", "1e3", "0x10", "NaN", "2 minutes", "in 2099", "²"]) {
    assert.equal(retryAfterMs(none, now), 0, none);
  }
  fc.assert(fc.property(fc.string({ maxLength: 100, unit: "binary" }), (header) => {
    const delay = delayOf(1, status(503, header));
    assert.ok(delay >= 4 * second && delay <= day, header);
  }));
});
