import assert from "node:assert/strict";
import type { Priority } from "@/lib/phone/notification.ts";
import { isExpired, readPush, showOptions } from "@/lib/phone/worker/push_message.ts";

const actions = [{ id: "a", label: "A" }, { id: "b", label: "B" }, { id: "c", label: "C" }];
const data = { id: "n", device: "d", type: "error", priority: "high", actions, expiresAt: null };

function read(own: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  return readPush({
    web_push: 8030,
    app_badge: 3,
    notification: { title: "T", body: "B", tag: "1:x", data: { ...data, ...own }, ...fields },
  });
}

function shownAs(priority: Priority, isAppVisible = false, isShown = false) {
  const options = { maxActions: 2, isAppVisible, isShown, icon: "/i.png", badge: "/b.png" };
  return showOptions(read({ priority })!, options);
}

Deno.test("a push is read as far as it can be", () => {
  assert.deepEqual([read()!.title, read()!.unread, read()!.data.slot], ["T", 3, "1:x"]);
  assert.equal(read({}, { tag: undefined })!.data.slot, "d:n");
  assert.deepEqual(read({ actions: [actions[0], { id: 7 }, null] })!.data.actions, [actions[0]]);
  for (const odd of [null, "text", 7, [], {}, { notification: { title: "T" } }]) {
    assert.equal(readPush(odd), undefined);
  }
  assert.equal(read({ id: 7 }), undefined);
});

Deno.test("priority decides sound, urgency and vibration", () => {
  const heard = (priority: Priority, isAppVisible = false) => {
    const { silent, requireInteraction, renotify, vibrate } = shownAs(priority, isAppVisible);
    return [silent, requireInteraction, renotify, vibrate !== undefined];
  };
  assert.deepEqual(heard("low"), [true, false, false, false]);
  // Also the second time, in the place of an older one.
  assert.deepEqual(heard("normal"), [false, false, true, false]);
  assert.deepEqual(heard("high"), [false, true, true, true]);
  assert.equal(shownAs("high", false, true).renotify, false, "the same one again");
  // The open app makes its own sound. Browsers refuse silence together with a vibration.
  assert.deepEqual(heard("high", true), [true, true, false, false]);
  assert.deepEqual(shownAs("normal").actions, [
    { action: "a", title: "A" },
    { action: "b", title: "B" },
  ]);
});

Deno.test("what has expired is known by the server's time", () => {
  const end = Date.parse("2026-03-01T10:00:00Z");
  const message = read({ expiresAt: new Date(end).toISOString() })!;
  assert.deepEqual([isExpired(message, end - 1), isExpired(message, end)], [false, true]);
  assert.equal(isExpired(read()!, end), false);
});
