import assert from "node:assert/strict";
import { Waiter } from "@/lib/notify/streams/live.ts";
import { answer, ask, message, type Phone } from "../notify/scene.ts";
import { testDatabases } from "../support/test_server.ts";
import { until } from "../support/wait.ts";
import { makeWorld, type World } from "../support/world.ts";
import type { CrowdNews } from "./support/crowd.ts";
import { middle } from "./support/measure.ts";
import { proof } from "./support/proof.ts";

const users = 50;
const streamsOfEach = 30;
const answers = 20;

Deno.test({
  name: "a company that wakes 1,500 streams does not hold up another's answer",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const kind = await testDatabases() ? "postgres" : "pglite";
    await using world = await makeWorld({
      kind,
      env: { RATE_LIMIT_PER_SECOND: "50", RATE_LIMIT_BURST: "100" },
    });
    const eva = await world.pairPhone("eva", world.keys.studio);
    const tokens: string[] = [];
    for (let n = 0; n < users; n++) tokens.push((await world.pairPhone("crowd")).token);
    await measure(world, eva, 5);
    using crowd = startCrowd();
    const { port } = new URL(world.url);
    await crowd.tell({
      port: Number(port),
      tokens: tokens.flatMap((token) => Array(streamsOfEach).fill(token)),
    });
    let quiet: number[] = [];
    let during: number[] = [];
    const isHeldUp = () =>
      middle(during) >= 3 * middle(quiet) + 150 ||
      Math.max(...during) >= 3 * Math.max(...quiet) + 600;
    // Again in case the machine was slow only now; what the crowd causes shows again.
    for (let tries = 0; tries === 0 || tries < 6 && isHeldUp(); tries++) {
      quiet = await measure(world, eva, answers);
      during = await whileSending(world, () => measure(world, eva, answers));
    }
    const { heard } = await crowd.tell("heard") as { heard: number };
    assert.ok(heard > 3_000, `${heard} events`);
    proof(
      `${kind}: an answer reached its poll in ${show(quiet)} ms at p50 and worst, and in ` +
        `${show(during)} while 1,500 streams of another company wrote ${heard} events`,
    );
    assert.ok(!isHeldUp(), `${during}`);
  },
});

function show(times: number[]): string {
  return `${Math.round(middle(times))} and ${Math.round(Math.max(...times))}`;
}

/** Milliseconds from posting an answer to the end of the poll that waits for it. */
async function measure(world: World, phone: Phone, count: number) {
  const key = world.keys.studio;
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const id = await ask(world, { userId: "eva" }, key);
    const waiting = world.services.live.waiting;
    const poll = world.call("GET", `/api/responses?wait=60&notificationId=${id}`, { key });
    await until(() => world.services.live.waiting > waiting, { what: "the poll to wait" });
    const startedAt = performance.now();
    const answered = answer(world, phone, id, { actionId: "yes" });
    assert.equal((await poll).body.data.length, 1);
    times.push(performance.now() - startedAt);
    assert.equal((await answered).status, 201);
  }
  return times;
}

/** Sends to the crowd as fast as its company's key may, meanwhile. */
async function whileSending<T>(world: World, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const json = message({ userId: "crowd" });
  const sending = Promise.all([1, 2, 3, 4].map(async () => {
    while (!stop.signal.aborted) {
      const { status } = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
      if (status === 429) await new Waiter().next(50, stop.signal);
    }
  }));
  try {
    return await work();
  } finally {
    stop.abort();
    await sending;
  }
}

/** A worker that answers what it is told. */
function startCrowd() {
  const worker = new Worker(new URL("./support/crowd.ts", import.meta.url), { type: "module" });
  return {
    tell(payload: unknown): Promise<CrowdNews> {
      const { promise, resolve, reject } = Promise.withResolvers<CrowdNews>();
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
      worker.postMessage(payload);
      return promise;
    },
    [Symbol.dispose]: () => worker.terminate(),
  };
}
