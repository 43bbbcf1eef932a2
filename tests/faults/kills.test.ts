import { startCallbackReceiver } from "./support/callbacks.ts";
import { newRandom } from "./support/random.ts";
import { followResponses, followStream } from "./support/followers.ts";
import { endLeases, verifyFollowed, verifyKept, verifyRows } from "./support/ledger.ts";
import { Load } from "./support/load.ts";
import { long, proof } from "./support/proof.ts";
import { openStage, roundsOn, testOn } from "./support/stage.ts";
import { patienceMs } from "../support/wait.ts";

testOn(["postgres", "pglite"], "a killed app loses nothing that it accepted", async (kind) => {
  const kills = roundsOn(kind, 3, 20);
  const random = newRandom();
  await using stage = await openStage(kind);
  await using receiver = startCallbackReceiver({ key: stage.key, refuses: 0.05 });
  let app = await stage.start();
  const base = () => app.url;
  const restart = async () => app = await stage.start({ port: app.port });
  await using stream = await followStream({ base, as: stage.phones.get("ana")! });
  await using poll = followResponses({ base, as: stage.key });
  const load = new Load({ stage, random, base, callbackUrl: receiver.url }).start();
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await load.progress(random.between(20, 300));
      app.kill();
      await app.exited;
      await restart();
    }
    await load.progress(50);
    await load.finish();
    if (!long) {
      await app.stop();
      await stage.sql(endLeases);
      await restart();
    }
    await verifyKept({ stage, base: app.url, load, receiver, timeoutMs: patienceMs });
    await verifyFollowed(load, { user: "ana", stream, poll });
    app.kill();
    await app.exited;
    await stage.sql(verifyRows);
  } catch (error) {
    throw new Error(`with SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
  }
  proof(`${kills} kills on ${kind}, seed ${random.seed}: ${load.summary}`);
});
