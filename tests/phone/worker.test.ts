/** The service worker: what pushes show, and what becomes of a touch. */
import assert from "node:assert/strict";
import { testInBrowser } from "../panel/scene.ts";
import { startCallbackReceiver } from "../faults/support/callbacks.ts";
import { until } from "../support/wait.ts";
import type { ResponseRecord } from "@/lib/notify/sending/notification_records.ts";
import type { World } from "../support/world.ts";
import { makePhone, pushOf } from "./support/phone.ts";

const actions = [
  { id: "yes", label: "Sí" },
  { id: "no", label: "No" },
  { id: "later", label: "Luego" },
];

async function send(world: World, json: Record<string, unknown>): Promise<string> {
  const sent = await world.call("POST", "/api/notify", {
    key: world.keys.shop,
    json: { title: "¿Salimos?", body: "A las 9", ...json },
  });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  return sent.body.data.notificationId;
}

async function recipientOf(world: World, id: string) {
  const read = await world.call("GET", `/api/notifications/${id}`, { key: world.keys.shop });
  return read.body.data.recipients[0];
}

testInBrowser("a push shows, replaces by tag and reports delivery", async (world) => {
  await using phone = await makePhone(world, { userId: "u1" });
  const { device } = phone;
  await (await phone.openApp()).close();

  const first = await send(world, { userId: "u1", actions });
  await phone.deliver(pushOf({ id: first, device, actions, priority: "high", type: "warning" }));
  assert.deepEqual(await phone.untilShown(first), {
    id: first,
    title: "¿Salimos?",
    body: "A las 9",
    tag: `${device}:${first}`,
    silent: false,
    requireInteraction: true,
    renotify: true,
    icon: "/phone/icons/warning.png",
    // What Android shows of the three.
    actions: ["Sí", "No"],
  });
  const delivered = await until(async () => {
    const { status, deliveredAt } = await recipientOf(world, first);
    return deliveredAt && { status };
  }, { what: "the receipt" });
  assert.equal(delivered.status, "delivered");

  const [older, newer] = [crypto.randomUUID(), crypto.randomUUID()];
  await phone.deliver(pushOf({ id: older, device, tag: "1:table", priority: "low" }));
  await phone.deliver(pushOf({ id: newer, device, tag: "1:table", body: "A las 10" }));
  const heard = await phone.untilShown(newer);
  assert.deepEqual([heard.silent, heard.renotify], [false, true], "normal is heard again");
  assert.deepEqual((await phone.notifications()).map(({ id }) => id).sort(), [first, newer].sort());

  // A platform that does not replace by tag shows both.
  const stale = crypto.randomUUID();
  await (await phone.worker()).evaluate(async ({ stale, device }) => {
    // deno-lint-ignore no-explicit-any
    const { registration } = globalThis as any;
    const data = { id: stale, device, actions: [], slot: "1:lamp" };
    await registration.showNotification("Vieja", { data });
  }, { stale, device });
  const fresh = crypto.randomUUID();
  await phone.deliver(pushOf({ id: fresh, device, tag: "1:lamp" }));
  await until(async () => {
    const ids = (await phone.notifications()).map(({ id }) => id);
    return ids.includes(fresh) && !ids.includes(stale);
  }, { what: "the older one to be closed" });

  const expired = await send(world, { userId: "u1", ttl: 60 });
  const past = new Date(Date.now() - 1_000).toISOString();
  await phone.deliver(
    pushOf({ id: expired, device, actions, priority: "high", expiresAt: past }),
  );
  const late = await phone.untilShown(expired);
  assert.equal(late.silent, true);
  assert.equal(late.body, "Caducó antes de llegar a este teléfono.");
  assert.deepEqual(late.actions, []);

  // IndexedDB may be too slow.
  const worker = await phone.worker();
  await worker.evaluate(() => {
    Object.assign(globalThis, { isHeld: true });
    indexedDB.open("relevo-phone").onsuccess = ({ target }) => {
      const { result } = target as IDBOpenDBRequest;
      const store = result.transaction("settings", "readwrite").objectStore("settings");
      const hold = () => {
        if ("isHeld" in globalThis) store.get("language").onsuccess = hold;
      };
      hold();
    };
  });
  await phone.deliver("not even JSON");
  await until(
    async () => (await phone.notifications()).some(({ title }) => /aviso nuevo/.test(title)),
    {
      what: "a notice of the unreadable one",
    },
  );
  await worker.evaluate(() => void Reflect.deleteProperty(globalThis, "isHeld"));
  await phone.dismiss(first);
  await until(async () => (await recipientOf(world, first)).dismissedAt, { what: "dismissed" });
  assert.equal((await recipientOf(world, expired)).deliveredAt, null);
  assert.deepEqual(phone.faults, []);
});

testInBrowser("a notification's button answers, and the sender hears of it", async (world) => {
  await using receiver = startCallbackReceiver({ key: world.keys.shop });
  await using phone = await makePhone(world, { userId: "u1" });
  const { device } = phone;
  await (await phone.openApp()).close();
  const callbackUrl = receiver.url;
  const id = await send(world, { userId: "u1", actions, callbackUrl, data: { order: 7 } });
  await phone.deliver(pushOf({ id, device, actions }));
  await phone.untilShown(id);
  await phone.click(id, "yes");
  await until(() => receiver.acceptedIds.size === 1, { what: "the signed callback" });
  const { userId, action, data } = receiver.requests[0]!.json() as ResponseRecord;
  assert.deepEqual([userId, action, data], ["u1", { id: "yes", label: "Sí" }, { order: 7 }]);
  assert.deepEqual(await phone.notifications(), []);

  // On another phone the button is stale by now: it says what holds, and drops nothing.
  await using other = await makePhone(world, { userId: "u1" });
  await (await other.openApp()).close();
  await other.deliver(pushOf({ id, device: other.device, actions }));
  await other.untilShown(id);
  await other.click(id, "no");
  const [refused, ...rest] = await other.notifications();
  assert.deepEqual([refused!.title, rest], ["Tu respuesta no ha contado", []]);
  assert.match(refused!.body, /Ya se había respondido: «Sí»\.$/);
  assert.deepEqual([receiver.requests.length, receiver.forged], [1, []]);
});

testInBrowser(
  "a tap opens the card: in the app if it is open, else in a new one",
  async (world) => {
    await using phone = await makePhone(world, { userId: "u1" });
    const { device } = phone;
    const tab = await phone.openApp();
    await tab.evaluate(() => {
      const messages: unknown[] = [];
      Object.assign(globalThis, { messages });
      navigator.serviceWorker.addEventListener("message", ({ data }) => messages.push(data));
    });
    const worker = await phone.worker();
    // Only a person's own tap may bring a window to the front.
    await worker.evaluate(() => {
      // deno-lint-ignore no-explicit-any
      const scope = globalThis as any;
      scope.opened = [];
      scope.WindowClient.prototype.focus = function () {
        return Promise.resolve(this);
      };
      scope.clients.openWindow = (url: string) => Promise.resolve(scope.opened.push(url));
    });
    const id = crypto.randomUUID();
    await phone.deliver(pushOf({ id, device, actions }));
    // The open app makes the sound itself.
    assert.equal((await phone.untilShown(id)).silent, true);
    await phone.click(id);
    await tab.waitForFunction(
      // deno-lint-ignore no-explicit-any
      (id) => (globalThis as any).messages.some((m: any) => m.kind === "open" && m.id === id),
      id,
    );
    await tab.close();
    await phone.deliver(pushOf({ id, device, actions }));
    await phone.untilShown(id);
    await phone.click(id);
    // deno-lint-ignore no-explicit-any
    const opened = await worker.evaluate(() => (globalThis as any).opened);
    assert.deepEqual(opened, [`/phone?device=${device}&n=${id}`]);
    assert.deepEqual(phone.faults, []);
  },
);
