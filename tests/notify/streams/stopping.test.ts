import assert from "node:assert/strict";
import { startRawReceiver } from "../../support/raw_receiver.ts";
import { startReceiver } from "../../support/receiver.ts";
import { deadline, patienceMs, until } from "../../support/wait.ts";
import { makeWorld, testOnEach, type World } from "../../support/world.ts";
import { ask, askAndAnswer, callbackRow, send } from "../scene.ts";
import { openStream } from "./streams.ts";

/** Stops the world's process in order, and looks at its database just before that closes. */
async function stopAnd<T>(world: World, look: () => Promise<T>): Promise<T> {
  const { database } = world.services;
  const result = Promise.withResolvers<T>();
  const close = database.close.bind(database);
  database.close = async () => {
    await look().then(result.resolve, result.reject);
    await close();
  };
  await deadline(Promise.resolve(world[Symbol.asyncDispose]()), patienceMs, "the process to stop");
  return await result.promise;
}

/** `testOnEach`, for tests that stop their world themselves. */
function testStopping(
  name: string,
  test: (world: World) => Promise<void>,
  { graceMs }: { graceMs?: number } = {},
): void {
  testOnEach(name, async ({ kind }) => await test(await makeWorld({ kind, graceMs })));
}

testStopping(
  "a stop ends streams and long polls, and what is in flight finishes",
  async (world) => {
    const phone = await world.pairPhone("maria");
    const stream = await openStream(world, phone.token);
    await stream.opened();
    const headers = { Authorization: `Bearer ${world.keys.shop}` };
    const poll = fetch(`${world.url}/api/responses?wait=60`, { headers });
    await until(() => world.services.live.waiting === 2, { what: "both to wait" });

    const release = Promise.withResolvers<void>();
    const receiver = startReceiver({
      handler: async () => {
        await release.promise;
        return new Response("taken");
      },
    });
    const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
    await receiver.received(1);
    const id = await ask(world);
    await stream.until(({ data }) => data.id === id);
    const { sendQueue } = world.services;
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const sendOn = sendQueue.send.bind(sendQueue);
    sendQueue.send = async (...args) => {
      begin();
      await release.promise;
      return await sendOn(...args);
    };
    const late = send(world, { title: "In hand when the stop comes" });
    await begun;
    const stopped = stopAnd(world, () => callbackRow(world, responseId));
    release.resolve();
    const row = await stopped;
    assert.deepEqual([row.status, row.attempts, row.lease], ["delivered", 1, null]);
    await stream.ended();
    const answered = await poll;
    assert.equal(answered.status, 200);
    assert.equal((await answered.json()).success, true);
    assert.ok((await late).notificationId);
    assert.equal(world.services.live.waiting, 0);
    await stream.close();
    await receiver.close();
  },
  // The app's own answer.
  { graceMs: 6_000 },
);

testStopping(
  "a callback that does not end in time is handed back, due as before",
  async (world) => {
    await using receiver = startRawReceiver(async (line) => void await line.closed);
    const phone = await world.pairPhone("maria");
    const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
    await receiver.connected(1);
    await until(async () => (await callbackRow(world, responseId)).lease !== null);
    const row = await stopAnd(world, () => callbackRow(world, responseId));
    assert.deepEqual([row.status, row.attempts, row.lease], ["pending", 0, null]);
    assert.ok(row.due_at!.getTime() <= Date.now());
    await receiver.released();
  },
);
