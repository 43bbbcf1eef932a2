import assert from "node:assert/strict";
import fc from "fast-check";
import { maxPlaintext } from "@/lib/notify/push/encrypt.ts";
import {
  placeOf,
  type PushContent,
  pushPayload,
  shortPushPayload,
  usualBytes,
} from "@/lib/notify/push/payload.ts";
import { limits } from "@/lib/notify/sending/notification.ts";

const content: PushContent = {
  publicUrl: "https://relevo.example",
  companyId: 1,
  company: "Primary",
  userId: "maria",
  isShared: false,
  deviceId: "01940000-0000-7000-8000-000000000001",
  language: "es",
  notificationId: "01940000-0000-7000-8000-000000000002",
  internal: false,
  title: "Pedido listo",
  body: "Pásate cuando quieras.",
  type: "success",
  priority: "normal",
  sender: null,
  tag: null,
  actions: [],
  allowReply: false,
  createdAt: new Date("2026-11-20T10:00:00Z"),
  expiresAt: null,
  unread: 1,
  reason: "sent",
  reminded: 0,
  count: null,
};

const read = (payload: Uint8Array) => JSON.parse(new TextDecoder().decode(payload));
const notificationOf = (fields: Partial<PushContent>) =>
  read(pushPayload({ ...content, ...fields })).notification;

Deno.test("a body that is too long is cut between characters, and everything else stays", () => {
  const family = "👨‍👩‍👧‍👦";
  const { body, title, actions } = notificationOf({
    body: family.repeat(300),
    actions: [{ id: "a", label: "Sí" }],
  });
  const whole = body.slice("Éxito · Primary\n".length, -1);
  assert.deepEqual([body.split("\n")[0], body.at(-1)], ["Éxito · Primary", "…"]);
  assert.ok(whole.length > 0 && whole === family.repeat(whole.length / family.length));
  assert.deepEqual([title, actions.length], [content.title, 1]);
  const { length } = pushPayload({ ...content, body: "ñ".repeat(2_000) });
  assert.ok(length <= usualBytes && length > usualBytes - 8, `${length} bytes are used`);
});

Deno.test("buttons that leave no room are left to the app", () => {
  const actions = ["1", "2", "3"].map((id) => ({
    id: id + "🔥".repeat(63),
    label: "🔥".repeat(40),
  }));
  const { title, data, ...rest } = notificationOf({ actions, title: "🔥".repeat(120) });
  assert.deepEqual([rest.actions, data.actions], [[], []]);
  assert.equal(title, "🔥".repeat(120));
  assert.equal(rest.body, `Éxito · Primary\n${content.body}`);
});

Deno.test("a push shows type and sender, and the recipient where a phone has several", () => {
  const first = (fields: Partial<PushContent>) => notificationOf(fields).body.split("\n")[0];
  assert.equal(first({ sender: "Agenda" }), "Éxito · Primary · Agenda");
  assert.equal(first({ sender: "Primary", language: "en" }), "Success · Primary");
  assert.equal(first({ isShared: true, type: "warning" }), "Aviso · Primary · maria");
  const { renotify: low } = notificationOf({ tag: "t", priority: "low" });
  const { renotify: normal } = notificationOf({ tag: "t" });
  assert.deepEqual([low, normal], [false, true], "heard the second time as well");
});

Deno.test("no notification makes a push that is too large", () => {
  const text = (maxLength: number) => fc.string({ minLength: 1, maxLength, unit: "binary" });
  const any = fc.record({
    title: text(limits.title),
    body: text(limits.body),
    sender: fc.option(text(limits.sender)),
    company: text(120),
    userId: text(200),
    isShared: fc.boolean(),
    tag: fc.option(text(limits.tag)),
    actions: fc.array(
      fc.record({ id: text(limits.actionId), label: text(limits.actionLabel) }),
      { maxLength: limits.actions },
    ),
  });
  fc.assert(fc.property(any, (fields) => {
    const clean = JSON.parse(
      JSON.stringify(fields),
      (_, value) => typeof value === "string" ? value.toWellFormed() : value,
    );
    const whole = { ...content, ...clean };
    const usual = pushPayload(whole);
    assert.ok(usual.length <= usualBytes, `${usual.length}`);
    assert.equal(read(usual).notification.title, whole.title);
    const short = shortPushPayload(whole);
    assert.ok(short.length < 1_000 && short.length <= maxPlaintext, `${short.length}`);
    const { data, navigate } = read(short).notification;
    assert.deepEqual([data.id, data.device], [content.notificationId, content.deviceId]);
    assert.match(navigate, /^https:\/\/relevo\.example\/phone\?device=[\w-]+&n=[\w-]+$/);
  }));
});

Deno.test("a push replaces one with the same tag, user, company and kind", () => {
  const tagged = { ...content, tag: "t" };
  const places = [
    tagged,
    { ...tagged, tag: "u" },
    { ...tagged, userId: "ana" },
    { ...tagged, companyId: 2 },
    { ...tagged, internal: true },
    content,
    { ...content, notificationId: content.deviceId },
  ].map(placeOf);
  assert.equal(new Set(places).size, places.length);
  assert.equal(placeOf({ ...tagged, notificationId: "another" }), places[0]);
  for (const place of places) assert.match(place, /^[\w-]{32}$/);
});
