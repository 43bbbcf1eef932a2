import assert from "node:assert/strict";
import type { PostResult } from "@/lib/outbound/outbound.ts";
import { delaysMs, judge } from "@/lib/notify/push/push_schedule.ts";

const second = 1_000;
const hour = 3_600 * second;
const month = 28 * 24 * hour;

function status(code: number, retryAfter?: string): PostResult {
  return { outcome: "status", status: code, answer: "", durationMs: 5, retryAfter };
}

function delayOf(attempt: number, result: PostResult, random = 0.5): number {
  const verdict = judge(attempt, result, month, random);
  assert.equal(verdict.kind, "later");
  return (verdict as { delayMs: number }).delayMs;
}

const kindOf = (result: PostResult) => judge(1, result, month).kind;

Deno.test("an answer accepts, refuses, ends the subscription or asks for patience", () => {
  for (const code of [200, 201, 202, 204]) assert.equal(kindOf(status(code)), "accepted");
  for (const code of [404, 410]) assert.equal(kindOf(status(code)), "gone");
  for (const code of [301, 302, 400, 401, 403, 405, 413, 422]) {
    assert.equal(kindOf(status(code)), "refused", `${code}`);
  }
  for (const code of [429, 500, 502, 503, 599]) assert.equal(kindOf(status(code)), "later");
  for (const outcome of ["dns", "connect", "tls", "timeout"] as const) {
    assert.equal(kindOf({ outcome, durationMs: 5 }), "later", outcome);
  }
  assert.equal(kindOf({ outcome: "refused_address", durationMs: 0 }), "refused");
});

Deno.test("retries come after 1 s, 5 s, 30 s, 2, 10 and 30 min, then every hour, ±20 %", () => {
  const planned = [1, 5, 30, 120, 600, 1800, 3600, 3600].map((seconds) => seconds * second);
  assert.deepEqual(planned.map((_, at) => delayOf(at + 1, status(503))), planned);
  assert.deepEqual(delaysMs, planned.slice(0, 6));
  assert.deepEqual([delayOf(3, status(500), 0), delayOf(3, status(500), 1)], [24_000, 36_000]);
});

Deno.test("Retry-After is honoured, and only that of a 429 shortens a wait", () => {
  assert.deepEqual([1, 4, 6].map((at) => delayOf(at, status(429, "3"))), Array(3).fill(3 * second));
  assert.equal(delayOf(1, status(429, "0")), second);
  assert.equal(delayOf(7, status(429, "3")), 3_600 * second);
  assert.equal(delayOf(1, status(429, "120")), 120 * second);
  assert.equal(delayOf(1, status(503, "90000")), 90_000 * second);
  assert.equal(delayOf(4, status(503, "1")), 120 * second);
});

Deno.test("no retry is made after the notification's end", () => {
  assert.equal(judge(1, status(503), 1_001, 0.5).kind, "later");
  assert.equal(judge(1, status(503), 1_000, 0.5).kind, "over");
  assert.equal(judge(1, status(429, "61"), 60 * second).kind, "over");
});
