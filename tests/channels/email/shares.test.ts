/** Mailboxes are shared out among the processes of an installation. */
import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import { freeMailboxes, MailboxShares, pauseOf } from "@/lib/channels/in/mailboxes/shares.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { testOnEachDatabase } from "../../db/each.ts";

async function addMailboxes(db: Db, count: number): Promise<number[]> {
  const { rows } = await inCompany(db, 1, (trx) =>
    sql<{ id: number }>`
      insert into channel_accounts (company_id, kind, channel, name, address)
      select 1, 'email', 'other', 'Buzón ' || n, n || '@taller.example'
      from generate_series(1, ${count}::int) n returning id`.execute(trx), () => {});
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** A process that beats. */
async function addProcess(db: Db) {
  const id = crypto.randomUUID();
  await sql`insert into processes (id, instance) values (${id}::uuid, gen_random_uuid())`
    .execute(db);
  const shares = new MailboxShares(db, id);
  return {
    id,
    shares,
    claim: async () => (await shares.claim()).map((one) => one.id),
    async end() {
      await sql`delete from processes where id = ${id}::uuid`.execute(db);
      await freeMailboxes(db, [id]);
    },
  };
}

testOnEachDatabase("each process reads its share, and all of them are read", async ({ db }) => {
  const all = await addMailboxes(db, 7);
  const first = await addProcess(db);
  assert.deepEqual(await first.claim(), all);
  assert.deepEqual(await first.claim(), all);
  const second = await addProcess(db);
  assert.deepEqual(await second.claim(), []);
  const remaining = await first.claim();
  assert.equal(remaining.length, 4);
  const moved = await second.claim();
  assert.deepEqual([...remaining, ...moved].sort((a, b) => a - b), all);
  assert.deepEqual([await first.claim(), await second.claim()], [remaining, moved]);
  await first.end();
  assert.deepEqual(await second.claim(), all);
});

testOnEachDatabase("who comes at once reads different mailboxes", async ({ db }) => {
  const all = await addMailboxes(db, 8);
  const processes = await Promise.all(Array.from({ length: 4 }, () => addProcess(db)));
  // A row that another process is taking is left to it: the next sweep takes what was left.
  const claims = () => Promise.all(processes.map(({ claim }) => claim()));
  await claims();
  const shares = await claims();
  assert.deepEqual(shares.map(({ length }) => length), [2, 2, 2, 2]);
  assert.deepEqual(shares.flat().sort((a, b) => a - b), all);
});

testOnEachDatabase("a lease lapses, and paused and removed mailboxes are left", async ({ db }) => {
  const [one, two, three] = await addMailboxes(db, 3);
  const change = (what: RawBuilder<unknown>) =>
    asWorker(db, (trx) => sql`update channel_accounts set ${what}`.execute(trx));
  const [silent, other] = [await addProcess(db), await addProcess(db)];
  await sql`delete from processes where id = ${other.id}::uuid`.execute(db);
  await silent.claim();
  await sql`update processes set seen_at = now() - interval '1 hour'`.execute(db);
  assert.deepEqual(await other.claim(), []);
  await change(sql`reader_until = now() - interval '1 second' where id <> ${three}`);
  await change(sql`state = 'paused', paused_by = 'member' where id = ${two}`);
  assert.deepEqual(await other.claim(), [one]);
  assert.equal((await other.shares.take(three!))?.id, three);
  assert.equal(await other.shares.take(two!), undefined);
  assert.deepEqual(await other.claim(), [one, three]);
  await change(sql`deleted_at = now() where id = ${three}`);
  assert.deepEqual(await other.claim(), [one]);
});

Deno.test("a mailbox is asked each minute, and less where nothing came lately", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  const after = (hours: number) =>
    pauseOf({ lastReceivedAt: new Date(now.getTime() - hours * 3_600_000) }, now) / 1_000;
  assert.deepEqual([pauseOf({ lastReceivedAt: null }, now), after(0.5)], [50_000, 50]);
  assert.deepEqual([after(2), after(23), after(25)], [110, 110, 290]);
});
