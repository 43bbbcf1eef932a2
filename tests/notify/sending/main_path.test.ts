import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { startReceiver } from "../../support/receiver.ts";
import { testOnEach } from "../../support/world.ts";

testOnEach("a program asks, a phone answers, a receiver verifies the callback", async (world) => {
  await using receiver = await startReceiver();
  const phone = await world.pairPhone("maria");
  const sent = await world.call("POST", "/api/notify", {
    key: world.keys.shop,
    json: {
      userId: "maria",
      title: "¿Abrimos mañana?",
      body: "Es festivo en Madrid.",
      actions: [{ id: "yes", label: "Sí" }, { id: "no", label: "No" }],
      allowReply: true,
      data: { order: 7, note: "año" },
      callbackUrl: `${receiver.url}/answers`,
    },
  });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  const id = sent.body.data.notificationId;
  assert.equal(sent.headers.get("location"), `/api/notifications/${id}`);
  assert.deepEqual(sent.body.data.recipients, [{ userId: "maria", status: "queued", devices: 1 }]);

  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  assert.equal(inbox.body.data[0].id, id);
  assert.equal(inbox.body.data[0].answerable, true);

  const answered = await world.call("POST", `/api/phone/notifications/${id}/response`, {
    device: phone.token,
    json: { actionId: "yes", reply: "Pero solo por la mañana" },
  });
  assert.equal(answered.status, 201, JSON.stringify(answered.body));
  const record = answered.body.data;
  assert.deepEqual(record.action, { id: "yes", label: "Sí" });
  assert.deepEqual(record.data, { order: 7, note: "año" });

  const [callback] = await receiver.received(1);
  const body = callback!.body;
  assert.deepEqual(JSON.parse(new TextDecoder().decode(body)), record);
  const hmac = createHmac("sha256", world.keys.shop).update(body).digest("hex");
  assert.equal(callback!.headers.get("x-service-signature"), `sha256=${hmac}`);
  const webhook = new Webhook(world.keys.shop, { format: "raw" });
  const headers = Object.fromEntries(callback!.headers);
  assert.deepEqual(webhook.verify(new TextDecoder().decode(body), headers), record);

  // With a wait: a row is listed once no older transaction of the whole server runs any more.
  const listed = await world.call("GET", "/api/responses?userId=maria&wait=10", {
    key: world.keys.shop,
  });
  assert.equal(listed.body.data[0].id, callback!.headers.get("webhook-id"));
  const foreign = await world.call("GET", `/api/notifications/${id}`, { key: world.keys.studio });
  assert.equal(foreign.status, 404);
  const read = await world.call("GET", `/api/notifications/${id}`, { key: world.keys.shop });
  assert.equal(read.body.data.recipients[0].response.reply, "Pero solo por la mañana");
}, { both: true });
