import assert from "node:assert/strict";
import { sql } from "kysely";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { inTenant, postNotify, readBack, send } from "../scene.ts";

/** Holds the lock that a send to Maria with this tag takes, until it is told to release it. */
async function holdTag(world: World, tag: string) {
  const name = JSON.stringify([1, false, tag, "maria"]);
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const transaction = inTenant(world, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
    started.resolve();
    await release.promise;
  });
  await Promise.race([started.promise, transaction]);
  return async () => {
    release.resolve();
    await transaction;
  };
}

function waitsForLock(world: World) {
  return until(async () => {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      .execute(world.services.database.db);
    return rows.length > 0;
  }, { what: "a batch to wait for the lock" });
}

testOnEach("a batch that waits holds up only the sends that depend on it", async (world) => {
  if (world.kind === "pglite") return; // one connection: batches go one after the other
  await send(world); // the key's use is noted, which only the first batch of an hour does
  const release = await holdTag(world, "t");
  const first = postNotify(world, { tag: "t", idempotencyKey: "k" });
  await waitsForLock(world);
  const again = postNotify(world, { tag: "t", idempotencyKey: "k" });
  const other = postNotify(world, { tag: "u", idempotencyKey: "k" });
  const next = postNotify(world, { tag: "t", title: "Next" });
  let settled = 0;
  for (const one of [first, again, other, next]) one.then(() => settled++);
  for (let n = 0; n < 5; n++) await send(world, { tag: "t", userId: "luis" });
  assert.equal(settled, 0, "the others were answered meanwhile");
  await release();

  const { notificationId } = (await first).body.data;
  assert.equal((await first).status, 202);
  assert.equal((await again).status, 200);
  assert.equal((await again).body.data.notificationId, notificationId);
  assert.deepEqual([(await other).status, (await other).body.code], [
    422,
    "idempotency_key_reused",
  ]);
  assert.deepEqual((await next).body.data.replaced, [notificationId]);
});

testOnEach("sends at once share no key and leave one of each tag", async (world) => {
  const sends = await Promise.all(Array.from({ length: 120 }, (_, n) => {
    const key = `key ${n % 40}`;
    return postNotify(world, {
      userIds: [`user ${n % 4}`, `user ${n % 5}`],
      title: key,
      ...(n % 3 === 0 ? { tag: `tag ${n % 2}` } : {}),
      ...(n < 80 ? { idempotencyKey: key, userIds: ["maria"], tag: "same" } : {}),
    });
  }));
  assert.deepEqual([...new Set(sends.map(({ status }) => status))].sort(), [200, 202]);
  const ids = sends.map(({ body }) => body.data.notificationId);
  for (let n = 0; n < 40; n++) assert.equal(ids[n], ids[n + 40], `key ${n}`);
  assert.equal(new Set(ids).size, 80);
  const open = await inTenant(
    world,
    (trx) =>
      trx.selectFrom("notification_recipients").select(["user_id", "tag"])
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("company_id", "=", 1).where("tag", "is not", null).where("status", "=", "queued")
        .groupBy(["user_id", "tag"]).execute(),
  );
  assert.deepEqual(new Set(open.map(({ count }) => count)), new Set([1]));
  const all = await Promise.all([...new Set(ids)].map((id) => readBack(world, id)));
  const replaced = sends.flatMap(({ body }) => body.data.duplicate ? [] : body.data.replaced);
  // deno-lint-ignore no-explicit-any
  const closed = all.filter(({ recipients }: any) =>
    // deno-lint-ignore no-explicit-any
    recipients.some(({ status }: any) => status === "replaced")
  );
  assert.deepEqual(
    [...new Set(replaced)].sort(),
    closed.map(({ notificationId }) => notificationId).sort(),
  );
});
