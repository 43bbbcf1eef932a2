import assert from "node:assert/strict";
import { answerText, hostOf, standingOf } from "@/lib/phone/inbox/card.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import { newItem, type OutboxItem } from "@/lib/phone/outbox_item.ts";
import { plain } from "../support/samples.ts";

const now = Date.parse("2026-11-20T10:00:00.000Z");
const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();

const question: PhoneNotification = {
  ...plain,
  actions: [{ id: "y", label: "Sí" }],
  createdAt: at(-60),
  expiresAt: at(60),
  answerable: true,
};
const waiting = newItem(
  { device: "d", notificationId: "n", actionId: "y", actionLabel: "Sí", expiresAt: null },
  now,
);

const kindOf = (change: Partial<PhoneNotification>, item?: Partial<OutboxItem>) =>
  standingOf({ ...question, ...change }, item && { ...waiting, ...item }, now).kind;

Deno.test("a card shows its notification's state", () => {
  assert.equal(kindOf({}), "open");
  assert.equal(kindOf({ actions: [] }), "plain");
  assert.equal(kindOf({ actions: [], allowReply: true }), "open");
  assert.equal(kindOf({ expiresAt: at(0) }), "expired");
  assert.equal(kindOf({ actions: [], expiresAt: at(-1) }), "expired");
  assert.equal(kindOf({ status: "cancelled" }), "closed");
  const response = { action: question.actions[0]!, reply: null, respondedAt: at(-5) };
  assert.equal(kindOf({ response, expiresAt: at(-1) }), "answered");
  assert.equal(kindOf({ answeredAt: at(-5) }), "answered");
  assert.equal(kindOf({ answeredBy: "eva", expiresAt: at(-1) }), "others");
});

Deno.test("this phone's own answer comes first, until the server has spoken", () => {
  assert.equal(kindOf({}, {}), "waiting");
  assert.equal(kindOf({ expiresAt: at(-1) }, {}), "waiting");
  assert.equal(kindOf({}, { attempts: 1 }), "leaving");
  assert.equal(kindOf({}, { state: "sending" }), "leaving");
  assert.equal(kindOf({}, { state: "sent" }), "answered");
  assert.equal(kindOf({ status: "replaced" }, { state: "refused" }), "refused");
  assert.equal(kindOf({ status: "replaced" }, { state: "refused", understoodAt: now }), "closed");
});

Deno.test("an answer is said in one line", () => {
  const action = { id: "y", label: "Sí" };
  assert.equal(answerText({ action }), "Sí");
  assert.equal(answerText({ action, reply: "ya voy" }), "Sí · «ya voy»");
  assert.equal(answerText({ action: null, reply: "ya voy" }), "«ya voy»");
});

Deno.test("a link shows the host that it leads to", () => {
  assert.equal(hostOf("https://banco.example@malo.example/x"), "malo.example");
  assert.equal(hostOf("http://localhost:8000/"), "localhost:8000");
  assert.equal(hostOf("https://аpple.com/"), "xn--pple-43d.com");
  for (const url of [null, "javascript:alert(1)", "nada"]) assert.equal(hostOf(url), null);
});
