import assert from "node:assert/strict";
import { authorityPem } from "../../support/certificates.ts";
import { startPushService } from "../../support/push_service.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach } from "../../support/world.ts";
import { answer, ask, inTenant, readBack, send, yesNo } from "../scene.ts";
import { endpoints, jobs, pairPushed, pushAll, putSubscription } from "./scene.ts";

const pushed = {
  pushCa: authorityPem(),
  env: { PUBLIC_URL: "https://relevo.example", PUSH_HOSTS: "localhost:*" },
};

testOnEach("a notification reaches the service worker as Declarative Web Push", async (world) => {
  await using service = startPushService();
  const { deviceId } = await pairPushed(world, service, "maria");
  const { notificationId: id, expiresAt } = await send(world, {
    title: "¿Abrimos?",
    body: "Es festivo.",
    type: "warning",
    priority: "high",
    tag: "festivo",
    ttl: 3600,
    sender: "Agenda",
    allowReply: true,
    actions: yesNo,
    data: { secret: "stays here" },
  });
  const [message] = await service.received(1);
  const opened = `https://relevo.example/phone?device=${deviceId}&n=${id}`;
  const { tag, timestamp, ...notification } = message!.payload.notification;
  assert.deepEqual({ ...message!.payload, notification }, {
    web_push: 8030,
    mutable: true,
    app_badge: 1,
    notification: {
      title: "¿Abrimos?",
      body: "Aviso · Primary · Agenda\nEs festivo.",
      lang: "es",
      navigate: opened,
      icon: "https://relevo.example/phone/icons/warning.png",
      silent: false,
      requireInteraction: true,
      renotify: true,
      actions: yesNo.map((action) => ({
        action: action.id,
        title: action.label,
        navigate: `${opened}&answer=${action.id}`,
      })),
      data: {
        id,
        device: deviceId,
        type: "warning",
        priority: "high",
        actions: yesNo,
        allowReply: true,
        expiresAt,
        tag: "festivo",
      },
    },
  });
  assert.match(tag, /^1:[\w-]{32}$/);
  assert.ok(Math.abs(timestamp - Date.now()) < 60_000);
  const { headers, claims, publicKey } = message!;
  const ttl = Number(headers.get("ttl"));
  assert.ok(ttl > 3_500 && ttl <= 3_600, `TTL ${ttl}`);
  assert.equal(headers.get("urgency"), "high");
  assert.equal(`1:${headers.get("topic")}`, tag);
  assert.equal(claims.sub, "mailto:push@relevo.example");
  assert.equal(publicKey, world.services.vapidPublicKey);
  await until(async () => (await readBack(world, id)).recipients[0].status === "sent");
  assert.deepEqual([await jobs(world), service.faults], [[], []]);
}, pushed);

testOnEach("urgency, silence and lifetime follow priority and ttl", async (world) => {
  await using service = startPushService();
  await pairPushed(world, service, "maria");
  for (const priority of ["low", "normal", "high"]) await send(world, { priority });
  const messages = await service.received(3);
  const of = (priority: string) =>
    messages.find(({ payload }) => payload.notification.data.priority === priority)!;
  const urgencies = ["low", "normal", "high"].map((one) => of(one).headers.get("urgency"));
  assert.deepEqual(urgencies, ["low", "high", "high"]);
  const loudness = ["low", "normal", "high"].map((one) => {
    const { silent, requireInteraction, renotify } = of(one).payload.notification;
    return [silent, requireInteraction, renotify];
  });
  assert.deepEqual(loudness, [[true, false, false], [false, false, false], [false, true, false]]);
  for (const { headers } of messages) {
    const ttl = Number(headers.get("ttl"));
    assert.ok(ttl > 2_419_000 && ttl <= 2_419_200, `TTL ${ttl}`);
    assert.equal(headers.get("topic"), null);
  }
  assert.equal(new Set(messages.map(({ token }) => token)).size, 1, "one token for a service");
  assert.equal(new Set(messages.map(({ payload }) => payload.notification.tag)).size, 3);
}, pushed);

testOnEach(
  "pairings of one browser share a subscription, which goes with the last",
  async (world) => {
    await using service = startPushService();
    const subscription = service.subscribe("shared");
    const [first, second] = [await world.pairPhone("maria"), await world.pairPhone("maria")];
    const other = await world.pairPhone("maria", world.keys.studio);
    for (const phone of [first, second, other, first]) {
      const { status, body } = await putSubscription(world, phone, subscription);
      assert.deepEqual([status, body.data], [200, {
        deviceId: phone.deviceId,
        endpoint: subscription.endpoint,
      }]);
    }
    assert.deepEqual(await endpoints(world), [subscription.endpoint]);
    assert.deepEqual(await endpoints(world, 2), [subscription.endpoint]);
    await send(world);
    const [pushed] = await service.received(1);
    assert.equal(pushed!.payload.notification.body.split("\n")[0], "Información · Primary");
    await send(world, {}, world.keys.studio);
    await service.received(2);
    await until(async () => (await jobs(world)).length === 0);
    assert.equal(service.pushed.length, 2, "one for each notification");
    // Of two users of a company, one is told from the other.
    const eva = await world.pairPhone("eva");
    await putSubscription(world, eva, subscription);
    await send(world, { userId: undefined, userIds: ["maria", "eva"] });
    const both = (await service.received(4)).slice(2).map(({ payload }) => payload.notification);
    assert.deepEqual(both.map(({ body }) => body.split("\n")[0]).sort(), [
      "Información · Primary · eva",
      "Información · Primary · maria",
    ]);
    assert.notEqual(both[0]!.tag, both[1]!.tag);
    await world.call("DELETE", "/api/phone/device", { device: eva.token });

    const off = await world.call("DELETE", "/api/phone/push", { device: first.token });
    assert.deepEqual([off.status, off.body.data], [200, {
      deviceId: first.deviceId,
      endpoint: null,
    }]);
    assert.deepEqual(await endpoints(world), [subscription.endpoint], "the second has it still");
    await world.call("DELETE", "/api/phone/device", { device: second.token });
    assert.deepEqual(await endpoints(world), []);
    assert.deepEqual(await endpoints(world, 2), [subscription.endpoint]);
    await world.call("DELETE", `/api/devices/${other.deviceId}`, { key: world.keys.studio });
    assert.deepEqual(await endpoints(world, 2), []);
  },
  pushed,
);

testOnEach("the last two pairings leave at once, and the subscription with them", async (world) => {
  await using service = startPushService();
  for (let round = 0; round < 5; round++) {
    const subscription = service.subscribe("shared");
    const phones = [await world.pairPhone("ana"), await world.pairPhone("ana")];
    for (const phone of phones) await putSubscription(world, phone, subscription);
    await Promise.all(
      phones.map(({ token }) => world.call("DELETE", "/api/phone/device", { device: token })),
    );
    assert.deepEqual(await endpoints(world), []);
  }
}, pushed);

testOnEach("a browser that subscribes anew is pushed to there alone", async (world) => {
  await using service = startPushService();
  const phone = await pairPushed(world, service, "maria", { browser: "before" });
  await putSubscription(world, phone, service.subscribe("after"));
  await send(world);
  await service.received(1);
  assert.deepEqual(service.pushed.map(({ browser }) => browser), ["after"]);
  assert.equal((await endpoints(world)).length, 1);
}, pushed);

testOnEach("a member's notices go to their own phone alone, until they leave", async (world) => {
  await using service = startPushService();
  const code = await world.call("POST", "/api/admin/devices/pairings", {
    member: people.luis,
    headers: {},
    json: {},
  });
  assert.equal(code.status, 400, "Luis is in two companies");
  const pairing = await world.call("POST", "/api/admin/devices/pairings?company_id=1", {
    member: people.luis,
    json: {},
  });
  const paired = await world.call("POST", "/api/phone/pair", {
    json: { code: pairing.body.data.code },
  });
  await putSubscription(world, paired.body.data, service.subscribe("own"));
  await pairPushed(world, service, people.luis, { browser: "by a program" });
  const { body: { data: me } } = await world.call("GET", "/api/admin/me", { member: people.luis });
  await world.call("POST", "/api/admin/tasks?company_id=1", {
    member: people.ana,
    json: { title: "Llamar", assignee_id: me.id },
  });
  const [notice] = await service.received(1);
  assert.equal(notice!.browser, "own");
  assert.match(notice!.payload.notification.title, /./);
  await world.call("DELETE", `/api/admin/employees/${me.id}?company_id=1`, { member: people.ana });
  assert.equal((await endpoints(world)).length, 1, "the program's is left");
  await send(world, { userId: people.luis });
  await service.received(2);
  assert.equal(service.pushed[1]!.browser, "by a program");
}, pushed);

testOnEach("a notification that was answered or closed meanwhile is not pushed", async (world) => {
  await using service = startPushService({ answer: () => new Response(null, { status: 503 }) });
  const phone = await pairPushed(world, service, "maria");
  const act = (method: string, path: string, key?: string) =>
    world.call(method, path, key ? { key } : { device: phone.token });
  const settled: Record<string, (id: string) => Promise<unknown>> = {
    answered: (id) => answer(world, phone, id, { actionId: "yes" }),
    read: (id) => act("POST", `/api/phone/notifications/${id}/read`),
    dismissed: (id) => act("POST", `/api/phone/notifications/${id}/dismissed`),
    cancelled: (id) => act("DELETE", `/api/notifications/${id}`, world.keys.shop),
    replaced: () => send(world, { tag: "t", title: "newer" }),
    expired: (id) =>
      inTenant(world, (trx) =>
        trx.updateTable("push_jobs").set({ ends_at: new Date() })
          .where("notification_id", "=", id).execute()),
  };
  const delivered = await ask(world, { title: "shown by a stream" });
  const ids = new Map<string, string>();
  for (const title of Object.keys(settled)) {
    ids.set(title, await ask(world, { title, tag: "t" + (title === "replaced" ? "" : title) }));
  }
  await until(async () => (await jobs(world)).every(({ attempts }) => attempts > 0));
  for (const [title, act] of Object.entries(settled)) await act(ids.get(title)!);
  await act("POST", `/api/phone/notifications/${delivered}/delivered`);
  service.answerWith(() => new Response(null, { status: 201 }));
  await pushAll(world);
  const titles = service.takenBy("maria").map(({ payload }) => payload.notification.title);
  assert.deepEqual(titles.sort(), ["newer", "shown by a stream"]);
}, pushed);
