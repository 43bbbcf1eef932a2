import assert from "node:assert/strict";
import { freePort } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { startCallbackReceiver } from "./support/callbacks.ts";
import { readResponses } from "./support/ledger.ts";
import { proof } from "./support/proof.ts";
import { answerAll, sendToAll } from "./support/scenes.ts";
import { openStage, testOn } from "./support/stage.ts";

testOn(["postgres", "pglite"], "callbacks go out without the queue's file", async (kind) => {
  await using stage = await openStage(kind);
  let app = await stage.start();
  const port = freePort();
  const callbackUrl = `http://127.0.0.1:${port}/answers`;
  await answerAll(stage, app.url, [await sendToAll(stage, app.url, { callbackUrl })]);
  const owed = await until(async () => {
    const responses = await readResponses(app.url, stage.key);
    return responses.every(({ callback }) => callback.attempts === 1) && responses;
  }, { what: "every first attempt to fail" });
  assert.equal(owed.length, stage.phones.size);
  assert.ok(owed.every(({ callback }) => callback.status === "pending"));

  app.kill();
  await app.exited;
  await removeQueueFile(stage.dataDir());
  await stage.sql((sql) => sql("update callbacks set due_at = now()"));
  await using receiver = startCallbackReceiver({ key: stage.key, port });
  app = await stage.start();
  await until(() => receiver.taken.size === owed.length, { what: "all due callbacks" });
  assert.deepEqual([...receiver.taken].sort(), owed.map(({ id }) => id).sort());
  assert.deepEqual(receiver.forged, []);
  assert.ok(receiver.attempts().every((attempt) => attempt.endsWith(" 2")));
  proof(`queue file deleted on ${kind}: all ${owed.length} due callbacks went out`);
});

async function removeQueueFile(folder: string): Promise<void> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.startsWith("queue.sqlite3"));
  assert.ok(names.includes("queue.sqlite3"), "the queue's file was not where it was looked for");
  for (const name of names) await Deno.remove(`${folder}/${name}`);
}
