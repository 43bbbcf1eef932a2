import assert from "node:assert/strict";
import { type RowSource, toRow } from "@/lib/notify/sending/notification_row.ts";

const recipient = { status: "queued", readAt: null, response: null } as const;

function record(change: Partial<RowSource> = {}): RowSource {
  return {
    id: "n",
    title: "Hola",
    body: "¿Qué tal?",
    type: "info",
    createdAt: new Date("2026-11-20T10:00:00Z"),
    expiresAt: null,
    actions: [{ id: "1", label: "Bien" }],
    allowReply: false,
    recipients: [{ userId: "ana", ...recipient }],
    ...change,
  };
}

function answered(userId: string, label: string, minute: number): RowSource["recipients"][number] {
  const respondedAt = `2026-11-20T10:0${minute}:00Z`;
  return { ...recipient, userId, response: { action: { label }, reply: null, respondedAt } };
}

Deno.test("a row says who it went to, how it stands, and that an answer may come", () => {
  const row = toRow(record());
  assert.deepEqual(row.to, { first: "ana", count: 1 });
  assert.deepEqual(row.states, [{ state: "queued", count: 1 }]);
  assert.equal(row.open, true);
  assert.equal(toRow(record({ actions: [] })).open, false);
});

Deno.test("a row is as small for a thousand recipients as for three", () => {
  const many = Array.from({ length: 1000 }, (_, n) => answered(`user-${n}`, "Sí", n % 10));
  const row = toRow(record({ recipients: many }));
  assert.deepEqual(row.states, [{ state: "answered", count: 1000 }]);
  assert.deepEqual([row.answers.length, row.answerCount, row.open], [2, 1000, false]);
  assert.ok(JSON.stringify(row).length < 500);
});

Deno.test("the newest answers come first", () => {
  const recipients = [answered("ana", "Sí", 1), answered("eva", "No", 3), answered("leo", "Ya", 2)];
  const { answers } = toRow(record({ recipients }));
  assert.deepEqual(answers.map(({ userId }) => userId), ["eva", "leo"]);
});

Deno.test("read ranks above delivered, and below what ended it", () => {
  const readAt = "2026-11-20T10:05:00Z";
  const stateOf = (status: RowSource["recipients"][number]["status"]) =>
    toRow(record({ recipients: [{ ...recipient, userId: "ana", status, readAt }] })).states[0];
  assert.equal(stateOf("delivered")!.state, "read");
  assert.equal(stateOf("cancelled")!.state, "cancelled");
  assert.equal(stateOf("expired")!.state, "expired");
});

Deno.test("a record that was read as JSON gives the same row", () => {
  const source = record({ recipients: [answered("ana", "Sí", 1)] });
  assert.deepEqual(toRow(JSON.parse(JSON.stringify(source))), toRow(source));
});
