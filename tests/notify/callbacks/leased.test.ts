import assert from "node:assert/strict";
import { sql } from "kysely";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { recordAnswer } from "@/lib/notify/answering/answer.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { ask } from "../scene.ts";
import { countIn, ok, poolFor } from "./pending.ts";

const callbackUrl = "https://receiver.example/";

/** Answers without telling any pool, as a process that is killed after the commit. */
async function answerAndDie(world: World, lease: string | undefined): Promise<void> {
  const phone = await world.pairPhone("maria");
  const id = await ask(world, { callbackUrl });
  const device = { id: phone.deviceId, companyId: 1, userId: "maria", memberId: null };
  const callbacks = { leaseFor: () => lease };
  await inCompany(
    world.services.database.db,
    1,
    (trx) => recordAnswer(trx, device, id, { actionId: "yes" }, new Map(), { callbacks }),
    () => {},
  );
}

testOnEach(
  "a callback that was leased with its answer is not lost with its process",
  async (world) => {
    await answerAndDie(world, crypto.randomUUID());
    const sent: string[] = [];
    const pool = poolFor(world, {
      send: ({ id }) => {
        sent.push(id);
        return Promise.resolve(ok);
      },
    });
    await pool.sweep();
    assert.deepEqual(sent, []);
    await asWorker(
      world.services.database.db,
      (trx) => sql`update callbacks set leased_until = now() - interval '1 second'`.execute(trx),
    );
    await pool.sweep();
    await until(async () => await countIn(world, "delivered") === 1);
    assert.equal(sent.length, 1);
  },
);

testOnEach("a pool leases for what it would send at once", async (world) => {
  const queue = { companyId: 1, host: "receiver.example" };
  const release = Promise.withResolvers<void>();
  const pool = poolFor(world, {
    maxPerHost: 1,
    async send() {
      await release.promise;
      return ok;
    },
  });
  assert.ok(pool.leaseFor(queue));
  await answerAndDie(world, undefined);
  await pool.sweep();
  await until(() => pool.load.active === 1);
  assert.equal(pool.leaseFor(queue), undefined);
  release.resolve();
  await until(() => pool.load.active === 0);
  assert.ok(pool.leaseFor(queue));
  await pool.stop(0);
  assert.equal(pool.leaseFor(queue), undefined);
});
