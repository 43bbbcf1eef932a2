import assert from "node:assert/strict";
import { join } from "node:path";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import { makeWorld, people, type World } from "../../support/world.ts";
import { answer, ask, postNotify } from "../scene.ts";

const sends = 40;

/**
 * Names whose look-up holds a thread until it is released, as the system's resolver does with a name
 * server that does not answer: reading an empty pipe takes a thread of the same few.
 */
async function slowNames() {
  const folder = await Deno.makeTempDir({ prefix: "relevo-names-" });
  const names = Array.from({ length: sends }, (_, n) => `n${n}.slow.example`);
  const paths = names.map((name) => join(folder, name));
  const { success } = await new Deno.Command("mkfifo", { args: paths }).output();
  assert.ok(success);
  // Opened for both, a pipe waits for no other end.
  const pipes = paths.map((path) => Deno.openSync(path, { read: true, write: true }));
  const state = { asked: 0, now: 0, most: 0 };
  return {
    names,
    state,
    async resolve(name: string): Promise<string[]> {
      if (!names.includes(name)) return ["127.0.0.1"];
      state.asked++;
      state.most = Math.max(state.most, ++state.now);
      using pipe = await Deno.open(join(folder, name));
      await pipe.read(new Uint8Array(1));
      state.now--;
      return ["93.184.215.14"];
    },
    release: () => pipes.forEach((pipe) => pipe.writeSync(new Uint8Array(1))),
    async [Symbol.asyncDispose]() {
      pipes.forEach((pipe) => pipe.close());
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** How long others take for what needs threads, in ms: the slowest of a few. */
async function slowestOfOthers(world: World, work: () => Promise<unknown>): Promise<number> {
  let slowest = 0;
  for (let n = 0; n < 5; n++) {
    const startedAt = performance.now();
    const [file, signedIn] = await Promise.all([
      world.call("GET", "/icon.svg"),
      world.call("GET", "/api/admin/me", { member: people.eva }),
      work(),
    ]);
    assert.deepEqual([file.status, signedIn.status], [200, 200]);
    slowest = Math.max(slowest, performance.now() - startedAt);
  }
  return slowest;
}

Deno.test({
  name:
    "one company's sends to names that are slow hold up neither files, sign-in nor others' sends",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using slow = await slowNames();
    await using world = await makeWorld({ resolve: slow.resolve });
    await using receiver = startReceiver();
    const phone = await world.pairPhone("eva", world.keys.studio);
    let sent = 0;
    const others = async () => {
      const callbackUrl = `http://other${++sent}.example:${receiver.port}/`;
      const id = await ask(world, { userId: "eva", callbackUrl }, world.keys.studio);
      await answer(world, phone, id, { actionId: "yes" });
      await receiver.received(sent);
    };
    const quiet = await slowestOfOthers(world, others);

    const startedAt = performance.now();
    const flood = slow.names.map((name) =>
      postNotify(world, { callbackUrl: `https://${name}/` }).then(({ status }) => ({
        status,
        tookMs: performance.now() - startedAt,
      }))
    );
    await until(() => slow.state.now > 0);
    const beside = await slowestOfOthers(world, others);
    assert.ok(beside < 3 * quiet + 500, `${beside} ms, ${quiet} ms alone`);
    for (const { status, tookMs } of await Promise.all(flood)) {
      assert.deepEqual([status, tookMs < 3_000], [202, true], `${tookMs} ms`);
    }
    assert.equal(slow.state.most, 4);
    assert.equal(slow.state.asked, 4, "they were not released yet");
    slow.release();
    await until(() => slow.state.now === 0, { what: "the look-ups to end" });
  },
});
