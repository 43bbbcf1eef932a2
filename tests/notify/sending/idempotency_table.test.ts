/** The table of idempotency keys, beside a release that knows notifications alone. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { migrate, migrateTo } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { type BareTrx, openDatabase } from "@/lib/db/connection.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { inTenant, postNotify, send } from "../scene.ts";

/** As the release before inserts: the index of notifications decides. */
async function insertAsBefore(trx: BareTrx, key: string): Promise<number> {
  const { rows } = await sql`
    insert into notifications (id, company_id, key_id, title, body, type, priority, actions,
      idempotency_key, fingerprint, created_at)
    select gen_random_uuid(), 1, k.id, 'a', 'b', 'info', 'normal', '[]', ${key}, sha256('x'), now()
    from (select min(id) as id from api_keys where company_id = 1) k
    on conflict (company_id, idempotency_key, coalesce(key_id, 0))
      where idempotency_key is not null do nothing
    returning id`.execute(trx);
  return rows.length;
}

function counts(world: World) {
  return inTenant(world, async (trx) => {
    const { rows } = await sql<{ notifications: number; keys: number; paired: number }>`
      select (select count(*)::int from notifications where idempotency_key is not null)
          as notifications,
        (select count(*)::int from idempotency_keys) as keys,
        (select count(*)::int from idempotency_keys k join notifications n
          on n.id = k.notification_id and n.idempotency_key = k.key
          and coalesce(n.key_id, 0) = k.key_id and n.fingerprint = k.fingerprint) as paired`
      .execute(trx);
    return rows[0]!;
  });
}

testOnEach("the release before and this one see each other's keys", async (world) => {
  await send(world, { idempotencyKey: "ours" });
  await send(world);
  assert.equal(await inTenant(world, (trx) => insertAsBefore(trx, "ours")), 0);
  assert.equal(await inTenant(world, (trx) => insertAsBefore(trx, "theirs")), 1);
  const { status } = await postNotify(world, { idempotencyKey: "theirs" });
  assert.equal(status, 422, "the same key with another body");
  assert.deepEqual(await counts(world), { notifications: 2, keys: 2, paired: 2 });
  await inTenant(world, (trx) => sql`delete from notifications`.execute(trx));
  assert.deepEqual(await counts(world), { notifications: 0, keys: 0, paired: 0 });
  await send(world, { idempotencyKey: "ours" });
}, { both: true });

testOnEach("of both at once one has the key", async (world) => {
  for (let round = 0; round < 5; round++) {
    const key = `order-${round}`;
    const results = await Promise.all(Array.from(
      { length: 8 },
      async (_, n) =>
        n % 2
          ? await inTenant(world, (trx) => insertAsBefore(trx, key))
          : (await postNotify(world, { idempotencyKey: key })).status,
    ));
    const sent = results.filter((one) => one === 202).length;
    const inserted = results.filter((one) => one === 1).length;
    assert.equal(sent + inserted, 1, results.join());
    const others = new Set(results.filter((one) => one !== 1 && one !== 202));
    assert.ok([...others].every((one) => [0, 200, 422].includes(one)), results.join());
  }
  assert.deepEqual(await counts(world), { notifications: 5, keys: 5, paired: 5 });
});

Deno.test("keys of before are copied", async () => {
  const dir = await Deno.makeTempDir();
  const { db, close } = await openDatabase({ dir, log: createLog("error") });
  await migrateTo(db, "0093_morning_times");
  const asTenant = <T>(work: (trx: BareTrx) => Promise<T>) => inCompany(db, 1, work);
  await asTenant(async (trx) => {
    await sql`insert into api_keys (company_id, name, hint, digest)
      values (1, 'a', 'x', sha256('a'))`.execute(trx);
    for (const key of ["a", "b"]) assert.equal(await insertAsBefore(trx, key), 1);
  });
  await migrate(db);
  const { rows } = await asTenant((trx) =>
    sql<{ key: string }>`select k.key from idempotency_keys k
      join notifications n on n.id = k.notification_id and n.key_id = k.key_id order by 1`
      .execute(trx)
  );
  assert.deepEqual(rows, [{ key: "a" }, { key: "b" }]);
  assert.equal(await asTenant((trx) => insertAsBefore(trx, "a")), 0);
  await close();
  await Deno.remove(dir, { recursive: true });
});
