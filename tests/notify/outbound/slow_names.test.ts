import assert from "node:assert/strict";
import { join } from "node:path";
import { startReceiver } from "../../support/receiver.ts";
import { deadline, patienceMs, until } from "../../support/wait.ts";
import { makeWorld, people, type World } from "../../support/world.ts";
import { answer, ask, postNotify } from "../scene.ts";

const sends = 40;

/**
 * Names whose look-up holds a thread until it is released, as the system's resolver does with a
 * name server that does not answer: reading an empty pipe takes a thread of the same few.
 */
async function slowNames() {
  const folder = await Deno.makeTempDir({ prefix: "relevo-names-" });
  const names = Array.from({ length: sends }, (_, n) => `n${n}.slow.example`);
  const paths = names.map((name) => join(folder, name));
  const { success } = await new Deno.Command("mkfifo", { args: paths }).output();
  assert.ok(success);
  // Opened for both, a pipe waits for no other end.
  const pipes = paths.map((path) => Deno.openSync(path, { read: true, write: true }));
  const state = { total: 0, now: 0, most: 0 };
  return {
    names,
    state,
    async resolve(name: string): Promise<string[]> {
      if (!names.includes(name)) return ["127.0.0.1"];
      state.total++;
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

/** Work of others that needs threads: it ends only if some are left. */
async function othersGoOn(world: World, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < 5; n++) {
    const [file, signedIn] = await Promise.all([
      world.call("GET", "/icon.svg"),
      world.call("GET", "/api/admin/me", { member: people.eva }),
      work(),
    ]);
    assert.deepEqual([file.status, signedIn.status], [200, 200]);
  }
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
    const flood = slow.names.map((name) => postNotify(world, { callbackUrl: `https://${name}/` }));
    await until(() => slow.state.now === 4, {
      what: "the company's look-ups to hold their threads",
    });
    // They hold them until the test ends that: whoever waits for one does so in vain.
    await deadline(othersGoOn(world, others), patienceMs, "others to go on");
    for (const { status } of await deadline(Promise.all(flood), patienceMs, "the sends")) {
      assert.equal(status, 202);
    }
    assert.equal(slow.state.most, 4);
    assert.equal(slow.state.total, 4, "they were not released yet");
    slow.release();
    await until(() => slow.state.now === 0, { what: "the look-ups to end" });
  },
});
