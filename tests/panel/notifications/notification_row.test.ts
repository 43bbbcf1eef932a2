import assert from "node:assert/strict";
import {
  type RowSource,
  type RowState,
  rowStates,
  toRow,
} from "@/lib/notify/sending/notification_row.ts";

function record(
  states: Partial<Record<RowState, number>>,
  change: Partial<RowSource> = {},
): RowSource {
  const none = Object.fromEntries(rowStates.map((state) => [state, 0]));
  return {
    id: "n",
    title: "Hola",
    body: "¿Qué tal?",
    type: "info",
    createdAt: new Date("2026-11-20T10:00:00Z"),
    actions: [{ id: "1", label: "Bien" }],
    allowReply: false,
    summary: {
      recipients: Object.values(states).reduce((sum, count) => sum + count, 0),
      states: { ...none, ...states } as Record<RowState, number>,
      first: ["ana"],
      answers: [],
    },
    ...change,
  };
}

Deno.test("a notification's row names recipients, state and an expected answer", () => {
  const row = toRow(record({ queued: 1 }));
  assert.deepEqual(row.to, { first: "ana", count: 1 });
  assert.deepEqual(row.states, [{ state: "queued", count: 1 }]);
  assert.equal(row.open, true);
  assert.equal(toRow(record({ queued: 1 }, { actions: [] })).open, false);
});

Deno.test("states are listed in one order, and closed ones expect no answer", () => {
  const row = toRow(record({ cancelled: 2, answered: 1, expired: 3 }));
  assert.deepEqual(row.states.map(({ state }) => state), ["answered", "expired", "cancelled"]);
  assert.deepEqual([row.answerCount, row.open, row.to.count], [1, false, 6]);
});

Deno.test("a record that was read as JSON gives the same row", () => {
  const answer = { userId: "ana", action: { label: "Sí" }, reply: "Ya", respondedAt: new Date(0) };
  const source = record({ answered: 1 });
  source.summary.answers.push(answer);
  assert.deepEqual(toRow(JSON.parse(JSON.stringify(source))), toRow(source));
  assert.deepEqual(toRow(source).answers, [{ userId: "ana", label: "Sí", reply: "Ya" }]);
});
