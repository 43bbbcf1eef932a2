import assert from "node:assert/strict";
import { testHeard } from "../../support/heard.ts";
import { until } from "../../support/wait.ts";
import { send } from "../scene.ts";
import { openStream } from "../streams/streams.ts";

testHeard("the phones that a send wakes are read for together", async (world, count) => {
  const users = Array.from({ length: 20 }, (_, n) => `user ${n}`);
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  for (const user of users) {
    const stream = await openStream(world, (await world.pairPhone(user)).token);
    await stream.opened();
    streams.push(stream);
  }
  let id = "";
  const statements = await count(async () => {
    id = (await send(world, { userIds: users })).notificationId;
    await Promise.all(streams.map((stream) => stream.received(1)));
  });
  assert.ok(streams.every(({ events }) => events[0]!.data.id === id));
  assert.ok(statements < 12, `${statements} statements for ${users.length} streams`);
  await Promise.all(streams.map((stream) => stream.close()));
  await until(() => world.services.live.waiting === 0, { what: "the server to notice" });
});

testHeard("a stream that is only asked for its headers leaves nothing open", async (world) => {
  const { token } = await world.pairPhone("maria");
  const headers = { Authorization: `Bearer ${token}` };
  const head = await fetch(`${world.url}/api/phone/stream`, { method: "HEAD", headers });
  assert.equal(head.status, 200);
  await until(() => world.services.live.waiting === 0, { what: "the server to notice" });
});
