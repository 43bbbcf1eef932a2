import assert from "node:assert/strict";
import type { PhoneOutcome } from "@/lib/phone/api.ts";
import {
  canUndo,
  dueAt,
  isOld,
  mayGo,
  newItem,
  type OutboxItem,
  patienceFor,
  settle,
} from "@/lib/phone/outbox_item.ts";

const now = Date.parse("2026-03-01T10:00:00Z");
const dayMs = 24 * 3_600_000;
const answer = { device: "d", notificationId: "n", actionId: "yes", expiresAt: null };

function refused(status: number, retryAfter?: number): PhoneOutcome<unknown> {
  return { ok: false, why: "refused", status, code: "c", message: "m", details: {}, retryAfter };
}

function tried(item: OutboxItem, outcome: PhoneOutcome<unknown>): OutboxItem {
  return settle({ ...item, state: "sending" }, outcome, now);
}

Deno.test("an answer waits 5 s, and not beyond the notification's end", () => {
  const at = (expiresInMs: number) => new Date(now + expiresInMs).toISOString();
  const waits = (expiresAt: string | null, aheadMs = 0) =>
    newItem({ ...answer, expiresAt }, now, aheadMs).sendAt - now;
  assert.equal(waits(null), 5_000);
  assert.equal(waits(at(60_000)), 5_000);
  assert.equal(waits(at(4_000)), 2_000);
  assert.equal(waits(at(1_000)), 0);
  // The server's clock decides, and it is 3 s ahead.
  assert.equal(waits(at(6_000), 3_000), 1_000);
  assert.equal(newItem({ ...answer, undoMs: 0 }, now).sendAt, now);
});

Deno.test("a failed answer is retried with growing pauses", () => {
  let item = newItem(answer, now);
  const pauses = Array.from({ length: 5 }, () => {
    item = tried(item, { ok: false, why: "offline" });
    assert.equal(item.state, "waiting");
    return dueAt(item)! - now;
  });
  assert.deepEqual(pauses, [5_000, 15_000, 30_000, 60_000, 60_000]);
  for (const status of [408, 429, 500, 503]) {
    const busy = tried(newItem(answer, now), refused(status, 40));
    assert.deepEqual([busy.state, dueAt(busy)], ["waiting", now + 40_000], String(status));
  }
});

Deno.test("a 429 is waited for as long as it says", () => {
  for (const [retryAfter, waitMs] of [[3, 3_000], [0, 1_000], [undefined, 5_000]] as const) {
    const busy = tried(newItem({ ...answer, undoMs: 0 }, now), refused(429, retryAfter));
    assert.equal(dueAt(busy)! - now, waitMs, String(retryAfter));
  }
  assert.equal(dueAt(tried(newItem(answer, now), refused(503, 3)))! - now, 5_000);
});

Deno.test("the last try is made before the notification's end, whatever the pause", () => {
  const ends = new Date(now + 60_000).toISOString();
  let item = newItem({ ...answer, expiresAt: ends }, now);
  assert.equal(patienceFor(item, now), 15_000);
  const fails = (at: number, outcome: PhoneOutcome<unknown> = { ok: false, why: "offline" }) => {
    item = settle({ ...item, state: "sending" }, outcome, at);
    return dueAt(item)! - now;
  };
  assert.deepEqual([fails(now + 5_000), fails(now + 10_000)], [10_000, 25_000]);
  assert.equal(fails(now + 30_000), 58_000, "2 s before the end, not at 60 s");
  assert.equal(patienceFor(item, now + 50_000), 8_000, "a try that hangs leaves time for it");
  // Past it the server says that it has expired.
  assert.equal(fails(now + 58_000), 118_000);
  item = newItem({ ...answer, expiresAt: ends }, now);
  assert.equal(fails(now + 30_000, refused(503, 3_600)), 58_000);
});

Deno.test("once the server is reached, only a pause that it asked for is waited for", () => {
  const item = newItem(answer, now);
  assert.deepEqual([mayGo(item, now), mayGo(item, now + 5_000)], [false, true], "the undo window");
  const lost = settle(item, { ok: false, why: "offline" }, now + 5_000);
  assert.ok(dueAt(lost)! > now + 6_000 && mayGo(lost, now + 6_000));
  const busy = settle(item, refused(429, 40), now + 5_000);
  assert.deepEqual([mayGo(busy, now + 44_000), mayGo(busy, now + 45_000)], [false, true]);
  assert.equal(mayGo({ ...lost, state: "sent" }, now + 6_000), false);
});

Deno.test("what the server has decided is not tried again", () => {
  const sent = tried(newItem(answer, now), { ok: true, status: 201, data: {}, meta: {} });
  assert.deepEqual([sent.state, dueAt(sent)], ["sent", null]);
  assert.deepEqual([isOld(sent, now), isOld(sent, now + 31 * dayMs)], [false, true]);
  for (const status of [401, 404, 409, 410, 422]) {
    const item = tried(newItem(answer, now), refused(status));
    assert.deepEqual([item.state, dueAt(item), item.outcome?.code], ["refused", null, "c"]);
    assert.equal(isOld(item, now + 31 * dayMs), false, "it is kept until it was seen");
    assert.ok(isOld({ ...item, understoodAt: now }, now + 31 * dayMs));
  }
});

Deno.test("only an answer that never left the phone can be taken back", () => {
  const item = newItem(answer, now);
  assert.equal(canUndo(item), true);
  assert.equal(canUndo({ ...item, state: "sending" }), false);
  assert.equal(canUndo(tried(item, { ok: false, why: "offline" })), false);
});
