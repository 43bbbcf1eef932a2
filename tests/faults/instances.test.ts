import assert from "node:assert/strict";
import { freePort } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { type CallbackReceiver, startCallbackReceiver } from "./support/callbacks.ts";
import { newRandom } from "./support/random.ts";
import { askUntilTaken, each } from "./support/client.ts";
import { followResponses, followStream } from "./support/followers.ts";
import { readResponses, verifyFollowed, verifyKept, verifyRows } from "./support/ledger.ts";
import { Load } from "./support/load.ts";
import { middle } from "./support/measure.ts";
import { proof } from "./support/proof.ts";
import { answer, answerAll, sendToAll } from "./support/scenes.ts";
import { openStage, testOn } from "./support/stage.ts";

testOn(["postgres"], "two instances share the work and send nothing twice", async (kind) => {
  const random = newRandom();
  await using stage = await openStage(kind);
  await using receiver = startCallbackReceiver({ key: stage.key, refuses: 0.1 });
  const apps = await Promise.all(["a", "b"].map((name) => stage.start({ name })));
  const [a, b] = apps;
  await using stream = await followStream({ base: () => a!.url, as: stage.phones.get("ana")! });
  await using poll = followResponses({ base: () => b!.url, as: stage.key });
  const base = () => random.pick(apps).url;
  const load = new Load({ stage, random, base, callbackUrl: receiver.url, most: 300 }).start();
  await load.finish({ early: false });
  await verifyKept({ stage, base: b!.url, load, receiver });
  await verifyFollowed(load, { user: "ana", stream, poll });

  // Both instances are asked for the same callbacks at once: the one that leases a callback sends
  // it.
  const ids = (await readResponses(a!.url, stage.key)).filter((one) => one.callback);
  await each(ids, 8, async ({ id }) => {
    const again = apps.map(({ url }) =>
      askUntilTaken(url, "POST", `/api/responses/${id}/redeliver`, { as: stage.key })
    );
    for (const { status } of await Promise.all(again)) assert.equal(status, 200);
  });
  await until(
    async () => (await readResponses(a!.url, stage.key)).every((one) => isSettled(one.callback)),
    { what: "the redelivered callbacks" },
  );
  assertNoneTwice(receiver);
  assert.deepEqual(receiver.forged, []);
  await stage.sql(verifyRows);
  proof(`two instances, seed ${random.seed}: ${load.summary}, ${receiver.requests.length} calls`);
});

testOn(["postgres"], "two instances that start at once share what is due", async (kind) => {
  await using stage = await openStage(kind);
  const port = freePort();
  const first = await stage.start({ name: "a" });
  const callbackUrl = `http://127.0.0.1:${port}/answers`;
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) ids.push(await sendToAll(stage, first.url, { callbackUrl }));
  await answerAll(stage, first.url, ids);
  await first.stop();
  await stage.sql((sql) =>
    sql("update callbacks set due_at = now(), lease = null, leased_until = null")
  );
  await using receiver = startCallbackReceiver({ key: stage.key, port });
  await Promise.all(["a", "b"].map((name) => stage.start({ name })));
  await until(() => receiver.acceptedIds.size === 240, { what: "all due callbacks" });
  assertNoneTwice(receiver);
  proof(`two instances started at once: 240 due callbacks, ${receiver.requests.length} calls`);
});

testOn(["postgres"], "what one instance is told wakes readers at the other", async (kind) => {
  await using stage = await openStage(kind);
  const [a, b] = await Promise.all(["a", "b"].map((name) => stage.start({ name })));
  await using stream = await followStream({ base: () => a!.url, as: stage.phones.get("ana")! });
  await using poll = followResponses({ base: () => a!.url, as: stage.key });
  const delays = { stream: [] as number[], poll: [] as number[] };
  for (let n = 0; n < 20; n++) {
    const id = await sendToAll(stage, b!.url);
    const sentAt = Date.now();
    const event = await until(() => stream.got.find(({ data }) => data.id === id), {
      what: "the event",
    });
    delays.stream.push(event.at - sentAt);
    await answer(stage, b!.url, id, "ana");
    const answeredAt = Date.now();
    const response = await until(() => poll.got.find((one) => one.notificationId === id), {
      what: "the response",
    });
    delays.poll.push(response.at - answeredAt);
  }
  // Without being woken both read again after 25 s.
  for (const [reader, times] of Object.entries(delays)) {
    assert.ok(middle(times) < 10_000, `the ${reader} took ${times} ms`);
  }
  const [streamMs, pollMs] = [delays.stream, delays.poll].map((times) => Math.max(...times));
  proof(`told at B, seen at A: stream within ${streamMs} ms, long poll ${pollMs} ms`);
});

function assertNoneTwice(receiver: CallbackReceiver): void {
  const attempts = receiver.attempts();
  const twice = attempts.filter((one, at) => attempts.indexOf(one) !== at);
  assert.deepEqual(twice, [], "an attempt was sent twice");
}

function isSettled(callback: { status: string } | null): boolean {
  return callback === null || callback.status === "delivered";
}
