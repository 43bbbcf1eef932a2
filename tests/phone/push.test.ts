/** From the send to the signed callback: the server's own push, decrypted, in a real worker. */
import assert from "node:assert/strict";
import type { ResponseRecord } from "@/lib/notify/sending/notification_records.ts";
import { startCallbackReceiver } from "../faults/support/callbacks.ts";
import { findChromium } from "../support/browser.ts";
import { authorityPem } from "../support/certificates.ts";
import { startPushService } from "../support/push_service.ts";
import { until } from "../support/wait.ts";
import { makeWorld } from "../support/world.ts";
import { makePhone, type TestPhone } from "./support/phone.ts";

declare const relevo: typeof import("./support/parts.ts");

const actions = [{ id: "yes", label: "Sí" }, { id: "no", label: "No" }];

/** Turns pushes on as the app's button does; `json` is the subscription that the browser makes. */
async function turnOn(phone: TestPhone, pushKey: string, json: unknown | "hangs") {
  const tab = await phone.openApp();
  if (json === "hangs") await tab.clock.install();
  const outcome = tab.evaluate(async ({ device, pushKey, json }) => {
    // No push service of a browser can be reached from here.
    const subscription = { toJSON: () => json };
    PushManager.prototype.subscribe = () =>
      json === "hangs" ? new Promise(() => {}) : Promise.resolve(subscription as PushSubscription);
    return await relevo.turnPushOn([{ deviceId: device, pushKey }]);
  }, { device: phone.device, pushKey, json });
  if (json === "hangs") await tab.clock.runFor(20_000);
  const answer = await outcome;
  await tab.close();
  return answer;
}

Deno.test({
  name: "a push reaches the phone, and a button on it the sender",
  ignore: findChromium() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const env = { PUSH_HOSTS: "localhost:*" };
    await using world = await makeWorld({ pushCa: authorityPem(), env });
    await using service = startPushService();
    await using receiver = startCallbackReceiver({ key: world.keys.shop });
    await using phone = await makePhone(world, { userId: "maria" });
    const key = world.services.vapidPublicKey;
    assert.deepEqual(await turnOn(phone, key, "hangs"), { ok: false, why: "no-service" });
    assert.deepEqual(await turnOn(phone, key, service.subscribe("maria")), { ok: true });

    const json = { userId: "maria", title: "¿Abrimos?", body: "Es festivo.", priority: "high" };
    const sent = await world.call("POST", "/api/notify", {
      key: world.keys.shop,
      json: { ...json, sender: "Agenda", type: "warning", actions, callbackUrl: receiver.url },
    });
    const id = sent.body.data.notificationId;
    const [message] = await service.received(1);
    await phone.deliver(message!.payload);
    const notification = await phone.untilShown(id);
    assert.deepEqual([
      notification.title,
      notification.body,
      notification.icon,
      notification.requireInteraction,
    ], [
      "¿Abrimos?",
      "Aviso · Primary · Agenda\nEs festivo.",
      "/phone/icons/warning.png",
      true,
    ]);
    await until(async () => {
      const read = await world.call("GET", `/api/notifications/${id}`, { key: world.keys.shop });
      return read.body.data.recipients[0].status === "delivered";
    }, { what: "the receipt" });
    await phone.click(id, "yes");
    await until(() => receiver.acceptedIds.size === 1, { what: "the signed callback" });
    const { userId, action } = receiver.requests[0]!.json() as ResponseRecord;
    assert.deepEqual([userId, action, receiver.forged], ["maria", actions[0], []]);
    assert.deepEqual([await phone.notifications(), service.faults], [[], []]);
  },
});
