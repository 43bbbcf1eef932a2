import assert from "node:assert/strict";
import { freePort } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { startCallbackReceiver } from "./support/callbacks.ts";
import { readResponses } from "./support/ledger.ts";
import { proof } from "./support/proof.ts";
import { answerAll, sendToAll } from "./support/scenes.ts";
import { anyKind, openStage, testOn } from "./support/stage.ts";

testOn(anyKind, "callbacks of a killed process go out from Postgres", async (kind) => {
  await using stage = await openStage(kind);
  let app = await stage.start();
  const port = freePort();
  const callbackUrl = `http://127.0.0.1:${port}/answers`;
  await answerAll(stage, app.url, [await sendToAll(stage, app.url, { callbackUrl })]);
  const pending = await until(async () => {
    const responses = await readResponses(app.url, stage.key);
    return responses.every(({ callback }) => callback.attempts > 0) && responses;
  }, { what: "every first attempt to fail" });
  assert.equal(pending.length, stage.phones.size);
  assert.ok(pending.every(({ callback }) => callback.status === "pending"));

  app.kill();
  await app.exited;
  // A busy machine may have made the second one too.
  const callbacks = await stage.sql((sql) =>
    sql<{ id: string; attempts: number }>("select response_id as id, attempts from callbacks")
  );
  // One half is due, the other within seconds: both are known to Postgres alone.
  await stage.sql((sql) =>
    sql(`update callbacks set due_at = now() + case when user_id < 'd' then 0 else 4 end
      * interval '1 second' from responses where responses.id = response_id`)
  );
  await using receiver = startCallbackReceiver({ key: stage.key, port });
  app = await stage.start();
  const startedAt = performance.now();
  await until(() => receiver.acceptedIds.size === pending.length, { what: "all due callbacks" });
  const tookMs = Math.round(performance.now() - startedAt);
  assert.deepEqual([...receiver.acceptedIds].sort(), pending.map(({ id }) => id).sort());
  assert.deepEqual(receiver.forged, []);
  assert.deepEqual(
    receiver.attempts().sort(),
    callbacks.map(({ id, attempts }) => `${id} ${attempts + 1}`).sort(),
  );
  proof(`alarms lost on ${kind}: all ${pending.length} went out in ${tookMs} ms`);
});
