import assert from "node:assert/strict";
import { testHeard } from "../../support/heard.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { answer, ask, expire, type Phone, send } from "../scene.ts";

async function read(world: World, phone: Phone, query = "") {
  const { body } = await world.call("GET", `/api/phone/notifications${query}`, {
    device: phone.token,
  });
  return body;
}

const unread = async (world: World, phone: Phone) => (await read(world, phone)).meta.unread;

testOnEach("the inbox has the unread count and the server's time", async (world) => {
  const phone = await world.pairPhone("maria");
  assert.equal(await unread(world, phone), 0);
  const ids = [];
  for (let n = 0; n < 6; n++) ids.push(await ask(world));
  await send(world, { userId: "luis" });
  await ask(world, {}, world.keys.studio);
  const before = Date.now();
  const page = await read(world, phone, "?limit=1");
  assert.deepEqual([page.data.length, page.meta.unread], [1, 6]);
  const now = Date.parse(page.meta.now);
  assert.ok(before <= now && now <= Date.now(), page.meta.now);

  const [first, second, third, fourth, fifth] = ids.map(String);
  const mark = (id: string, kind: string) =>
    world.call("POST", `/api/phone/notifications/${id}/${kind}`, { device: phone.token });
  await mark(first!, "delivered");
  assert.equal(await unread(world, phone), 6, "a receipt is no reading");
  await mark(first!, "read");
  await mark(first!, "read");
  assert.equal(await unread(world, phone), 5);
  await mark(second!, "dismissed");
  assert.equal(await unread(world, phone), 4);
  await answer(world, phone, third!, { actionId: "yes" });
  assert.equal(await unread(world, phone), 3);
  await world.call("DELETE", `/api/notifications/${fourth}`, { key: world.keys.shop });
  assert.equal(await unread(world, phone), 2);
  await send(world, { tag: "t" });
  await send(world, { tag: "t" });
  assert.equal(await unread(world, phone), 3, "a replaced one does not count");
  await expire(world, fifth!);
  assert.equal(await unread(world, phone), 3, "one that was missed is still unread");
});

testOnEach("a replaced notification names what took its place", async (world) => {
  const phone = await world.pairPhone("maria");
  const old = await ask(world, { tag: "t", title: "A las 5" });
  const show = async (id: string) => {
    const path = `/api/phone/notifications/${id}`;
    return (await world.call("GET", path, { device: phone.token })).body.data;
  };
  assert.equal((await show(old)).replacedBy, null);
  const newer = await ask(world, { tag: "t", title: "A las 6" });
  const { status, replacedBy } = await show(old);
  assert.deepEqual([status, replacedBy], ["replaced", { id: newer, title: "A las 6" }]);
  assert.equal((await show(newer)).replacedBy, null);
  const [entry] = (await read(world, phone)).data;
  assert.deepEqual([entry.id, entry.replacedBy], [newer, null]);
});

testOnEach("a pairing's cookie is renewed by reading the inbox, and by no mark", async (world) => {
  const phone = await world.pairPhone("maria");
  const id = await ask(world);
  const headers = { Cookie: `relevo_device_${phone.deviceId}=${phone.token}` };
  const inbox = await world.call("GET", "/api/phone/notifications", { headers });
  assert.deepEqual(inbox.headers.getSetCookie(), [
    `${headers.Cookie}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`,
  ]);
  const others: [string, string][] = [
    ["POST", `/api/phone/notifications/${id}/read`],
    ["GET", `/api/phone/notifications/${id}`],
  ];
  for (const [method, path] of others) {
    const { status, headers: got } = await world.call(method, path, { headers });
    assert.deepEqual([status, got.getSetCookie()], [200, []], path);
  }
  const byToken = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  assert.deepEqual(byToken.headers.getSetCookie(), []);
  await world.call("DELETE", `/api/devices/${phone.deviceId}`, { key: world.keys.shop });
  const refused = await world.call("GET", "/api/phone/notifications", { headers });
  assert.deepEqual([refused.status, refused.headers.getSetCookie()], [401, []]);
});

testHeard(
  "a page of the inbox takes as many statements as one notification",
  async (world, count) => {
    const phone = await world.pairPhone("maria");
    await ask(world);
    await read(world, phone); // notes that the phone was seen
    const one = await count(() => read(world, phone));
    for (let n = 0; n < 60; n++) await ask(world, { tag: n % 2 ? "t" : undefined });
    const page = await count(() => read(world, phone));
    // Whether it is paired, what is unread, and the page; that it was seen is noted once a minute.
    assert.deepEqual([one, page], [3, 3]);
  },
);
