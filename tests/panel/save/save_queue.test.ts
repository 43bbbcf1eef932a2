import assert from "node:assert/strict";
import { type Attempt, createSaveQueue } from "@/lib/panel/save/save_queue.ts";
import { until } from "../../support/wait.ts";

/** A queue over texts whose saves end when they are told to. */
function makeQueue() {
  let unsaved: string[] = [];
  const saves: { sent: string[]; end: (how: Attempt) => void }[] = [];
  const queue = createSaveQueue(() => {
    if (unsaved.length === 0) return null;
    const sent = unsaved;
    unsaved = [];
    const { promise, resolve } = Promise.withResolvers<Attempt>();
    saves.push({ sent, end: resolve });
    return promise;
  });
  return { queue, saves, type: (text: string) => unsaved.push(text) };
}

Deno.test("input during a save goes with the next, and one run saves it all", async () => {
  const { queue, saves, type } = makeQueue();
  type("a");
  const first = queue.run();
  type("b");
  type("c");
  assert.equal(queue.run(), first, "a second call joins the run");
  assert.deepEqual(saves.map(({ sent }) => sent), [["a"]]);
  saves[0]!.end("again");
  await until(() => saves.length === 2);
  assert.deepEqual(saves.map(({ sent }) => sent), [["a"], ["b", "c"]]);
  assert.ok(queue.isRunning());
  saves[1]!.end("again");
  assert.equal(await first, true);
  assert.ok(!queue.isRunning());
});

Deno.test("a paused attempt ends the run, and a later one goes on", async () => {
  const { queue, saves, type } = makeQueue();
  type("a");
  const run = queue.run();
  saves[0]!.end("wait");
  assert.equal(await run, false);
  type("b");
  const next = queue.run();
  saves[1]!.end("again");
  assert.equal(await next, true);
  assert.equal(await queue.run(), true, "nothing is left");
});

Deno.test("a save that throws ends the run and stops nothing after it", async () => {
  let calls = 0;
  const queue = createSaveQueue(() => {
    calls++;
    if (calls === 1) return Promise.reject(new Error("broken"));
    return null;
  });
  await assert.rejects(queue.run(), /broken/);
  assert.ok(!queue.isRunning());
  assert.equal(await queue.run(), true);
});
