import assert from "node:assert/strict";
import { App } from "fresh";
import type { State } from "@/lib/http/context.ts";
import { handler } from "@/routes/api/phone/stream.ts";
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
  let response: Response | undefined;
  // The real Fresh drops a body unread, so that the route must not leave one to it.
  const app = new App<State>().use(async (ctx) => {
    ctx.state.services = world.services;
    return response = await ctx.next();
  }).get("/api/phone/stream", handler);
  const head = new Request(`${world.url}/api/phone/stream`, { method: "HEAD", headers });
  assert.equal((await app.handler()(head)).status, 200);
  assert.equal(response!.headers.get("content-type"), "text/event-stream; charset=utf-8");
  assert.equal(response!.body, null);
  assert.equal(world.services.live.waiting, 0);
});
