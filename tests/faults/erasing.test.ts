import assert from "node:assert/strict";
import { until } from "../support/wait.ts";
import { newRandom } from "./support/random.ts";
import { killMidway, know, rowsByName, testKilled } from "./support/known_person.ts";
import { proof } from "./support/proof.ts";
import { anyKind, roundsOn } from "./support/stage.ts";

const perKill = 6;

testKilled(
  anyKind,
  "a killed app erases a person whole or not at all",
  async (app, stage) => {
    const kills = roundsOn(stage.kind, 2, 10);
    const random = newRandom();
    let unanswered = 0;
    try {
      const clients = new Map<string, number>();
      for (let one = 1; one <= kills * perKill; one++) {
        clients.set(`persona${one}x`, await know(app, `persona${one}x`));
      }
      await app.kill();
      const before = await stage.sql(rowsByName);
      assert.deepEqual([...before.keys()].sort(), [...clients.keys()].sort());
      const erased = new Set<string>();
      const eraseRest = async () => {
        for (const [name, id] of clients) {
          if (erased.has(name)) continue;
          const answer = await app.call("POST", `/clients/${id}/erase`, { confirm: name });
          if (answer === null) return;
          // Of one whose answer was lost nothing may be left.
          assert.ok([200, 404].includes(answer.status), JSON.stringify(answer.body));
          erased.add(name);
        }
      };
      for (let kill = 1; kill <= kills; kill++) {
        await app.start();
        const target = erased.size + random.between(1, perKill - 1);
        const erasing = eraseRest();
        await until(() => erased.size >= target, { what: "erasures" });
        await app.kill();
        await erasing;
        const after = await stage.sql(rowsByName);
        for (const [name, rows] of after) {
          assert.ok(!erased.has(name), `${name} was erased, and is there`);
          assert.deepEqual(rows, before.get(name), `${name} was erased by half`);
        }
        unanswered += clients.size - erased.size - after.size;
      }
      await app.start();
      await eraseRest();
      await app.kill();
      assert.deepEqual(await stage.sql(rowsByName), new Map());
    } catch (error) {
      throw new Error(`with SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
    }
    proof(
      `${kills} kills while erasing on ${stage.kind}, seed ${random.seed}: ${unanswered} unanswered`,
    );
  },
);

testKilled(
  ["postgres"],
  "an app killed in the midst of an erasure has erased nothing",
  async (app, stage) => {
    const id = await know(app, "persona1x");
    const before = await stage.sql(rowsByName);
    const erase = () => app.call("POST", `/clients/${id}/erase`, { confirm: "persona1x" });
    await killMidway(stage, app, erase);
    await app.start();
    assert.deepEqual(await stage.sql(rowsByName), before);
    assert.equal((await erase())?.status, 200);
    assert.deepEqual(await stage.sql(rowsByName), new Map());
  },
);
