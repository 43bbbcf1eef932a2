import assert from "node:assert/strict";
import { freePort } from "../support/process.ts";
import { misbehaviour, startRawReceiver } from "../support/raw_receiver.ts";
import { until } from "../support/wait.ts";
import { type CallbackReceiver, startCallbackReceiver } from "./support/callbacks.ts";
import { each } from "./support/client.ts";
import { heldUpMs, leastOf } from "./support/measure.ts";
import { proof } from "./support/proof.ts";
import { answer, answerAll, sendToAll } from "./support/scenes.ts";
import { anyKind, openStage, type Stage, testOn } from "./support/stage.ts";

const due = 200;
const users = Array.from({ length: 10 }, (_, n) => `user ${n}`);

testOn(anyKind, "slow and dead receivers hold up no other", async (kind) => {
  await using stage = await openStage(kind, { users });
  const app = await stage.start();
  await using healthy = startCallbackReceiver({ key: stage.key });
  await using slow = startRawReceiver(misbehaviour.slow(15_000));
  await using dead = startRawReceiver(misbehaviour.neverAnswers);
  const refusing = `http://127.0.0.1:${freePort()}`;

  const alone = Math.max(...await answerAndMeasure(stage, app.url, healthy));
  for (const url of [slow.url, dead.url, refusing]) {
    await answerAll(stage, app.url, await sendMany(stage, app.url, url));
  }
  await slow.connected(1);
  await dead.connected(1);
  const beside = await leastOf(
    async () => Math.max(...await answerAndMeasure(stage, app.url, healthy)),
    alone + heldUpMs,
  );
  assert.ok(beside < alone + heldUpMs, `held up by ${beside - alone} ms`);
  proof(
    `${due} callbacks to a healthy receiver on ${kind}: the slowest took ${alone} ms alone, ` +
      `${beside} ms beside ${3 * due} to bad ones`,
  );
  app.kill();
});

testOn(["postgres"], "dead receivers hold up no other where all is due at once", async (kind) => {
  await using stage = await openStage(kind, { users });
  await using slow = startRawReceiver(misbehaviour.slow(15_000));
  await using dead = startRawReceiver(misbehaviour.neverAnswers);
  const [healthyPort, refusingPort] = [freePort(), freePort()];
  const healthyHost = `127.0.0.1:${healthyPort}`;
  const app = await stage.start();
  for (const url of [slow.url, dead.url, ...[refusingPort, healthyPort].map(onPort)]) {
    await answerAll(stage, app.url, await sendMany(stage, app.url, url));
  }
  app.kill();
  await app.exited;

  await makeDue(stage, healthyHost);
  const alone = await startAndMeasure(stage, healthyPort);
  const beside = await leastOf(async () => {
    await makeDue(stage);
    return await startAndMeasure(stage, healthyPort);
  }, alone + heldUpMs);
  assert.ok(beside < alone + heldUpMs, `held up by ${beside - alone} ms`);
  proof(`${due} due at the start: ${alone} ms alone, ${beside} ms beside ${3 * due} to bad ones`);
});

function onPort(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Twenty notifications to ten people: 200 callbacks, once they answer. */
async function sendMany(stage: Stage, base: string, callbackUrl: string): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < due / users.length) ids.push(await sendToAll(stage, base, { callbackUrl }));
  return ids;
}

/**
 * Everyone answers, not so fast that callbacks queue up behind each other; how long after each
 * answer its callback arrived, in ms.
 */
async function answerAndMeasure(
  stage: Stage,
  base: string,
  receiver: CallbackReceiver,
): Promise<number[]> {
  const ids = await sendMany(stage, base, receiver.url);
  const before = receiver.requests.length;
  const answeredAt = new Map<string, number>();
  const all = ids.flatMap((id) => users.map((userId) => ({ id, userId })));
  await each(all, 2, async ({ id, userId }) => {
    await answer(stage, base, id, userId);
    answeredAt.set(`${id} ${userId}`, Date.now());
  });
  await until(() => receiver.requests.length === before + due, {
    what: "the healthy receiver's callbacks",
  });
  return receiver.requests.slice(before).map((request) => {
    const { notificationId, userId } = request.json() as Record<string, string>;
    return Math.max(0, request.at - answeredAt.get(`${notificationId} ${userId}`)!);
  });
}

/** Makes callbacks due as if never tried: all, or those of one host. */
async function makeDue(stage: Stage, host = ""): Promise<void> {
  await stage.sql((sql) =>
    sql(
      `update callbacks set status = case when $1 in ('', host) then 'pending' else 'gone' end,
         due_at = case when $1 in ('', host) then created_at end,
         lease = null, leased_until = null`,
      [host],
    )
  );
}

/** Starts the app, waits for the healthy receiver's 200, kills it: from first to last, in ms. */
async function startAndMeasure(stage: Stage, port: number): Promise<number> {
  await using receiver = startCallbackReceiver({ key: stage.key, port });
  const app = await stage.start();
  const readyAt = Date.now();
  await until(() => receiver.acceptedIds.size === due, { what: "all callbacks" });
  app.kill();
  await app.exited;
  return Math.max(...receiver.requests.map(({ at }) => at)) - readyAt;
}
