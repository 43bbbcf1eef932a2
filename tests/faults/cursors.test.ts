import assert from "node:assert/strict";
import pg from "pg";
import { until } from "../support/wait.ts";
import { newRandom } from "./support/random.ts";
import { ask } from "./support/client.ts";
import { followResponses, followStream } from "./support/followers.ts";
import { readResponses } from "./support/ledger.ts";
import { long, proof } from "./support/proof.ts";
import { answer, sendToAll } from "./support/scenes.ts";
import { adminUrlOf, openStage, type Stage, testOn } from "./support/stage.ts";

const rounds = long ? 40 : 8;

testOn(["postgres"], "no reader misses what commits out of order", async (kind) => {
  const random = newRandom();
  await using stage = await openStage(kind);
  const [app, other] = [await stage.start(), await stage.start({ name: "other" })];
  const [base, there] = [() => app.url, () => other.url];
  await using poll = followResponses({ base: there, as: stage.key, waitSeconds: 1 });
  await using small = followResponses({ base, as: stage.key, waitSeconds: 0, limit: 1 });
  await using stream = await followStream({ base: there, as: stage.phones.get("ana")! });
  for (let round = 0; round < rounds; round++) {
    await using _strangers = await openStrangers(stage);
    await commitOutOfOrder(stage, app.url, random.next);
  }

  const all = (await readResponses(app.url, stage.key)).map(({ id }) => id);
  assert.equal(all.length, rounds * stage.phones.size);
  for (const reader of [poll, small]) {
    await until(() => reader.got.length >= all.length, { what: "every response to be read" });
    assert.deepEqual(reader.got.map(({ id }) => id), all);
  }
  const answered = () => stream.got.filter(({ data }) => data.answeredAt !== null);
  const answeredIds = () => new Set(answered().map(({ data }) => data.id));
  await until(() => answeredIds().size === rounds, {
    what: "the stream to bring each of ana's answers",
  }).catch(async (cause) => {
    const sent = new Set(stream.got.map(({ data }) => data.id));
    const missing = [...sent].filter((id) => !answeredIds().has(id));
    const rows = await stage.sql((sql) =>
      sql(
        `select notification_id, seq, changed_txid, answered_at from notification_recipients
        where user_id = 'ana' and notification_id = any($1)`,
        [missing],
      )
    );
    const { cursor, connections } = stream;
    const state = { sent: sent.size, missing, rows, cursor, connections };
    throw new Error(`with SEED=${random.seed}: ${JSON.stringify(state)}`, { cause });
  });
  proof(`cursors, seed ${random.seed}: ${rounds} rounds out of order, ${all.length} read in order`);
});

testOn(["postgres"], "an open transaction holds up its company, and no other", async () => {
  await using stage = await openStage("postgres");
  const app = await stage.start();
  await using _strangers = await openStrangers(stage);
  const [before, after] = [await sendToAll(stage, app.url), await sendToAll(stage, app.url)];
  const list = (query = "") => ask(app.url, "GET", `/api/responses?${query}`, { as: stage.key });
  const waiting = list(`wait=60&notificationId=${before}`);
  await answer(stage, app.url, before, "ana");
  assert.deepEqual(idsIn(await waiting), [before], "strangers' transactions are still open");
  await using transaction = await holdOpen(stage);
  await answer(stage, app.url, after, "ana");
  const first = await list();
  assert.deepEqual(idsIn(first), [before]);
  const second = list(`wait=60&after=${first.body.meta.nextCursor}`);
  await transaction.commit();
  assert.deepEqual(idsIn(await second), [after]);
});

function idsIn({ body }: { body: { data: { notificationId: string }[] } }): string[] {
  return body.data.map(({ notificationId }) => notificationId);
}

/**
 * Everyone answers one notification: some through the API, some in transactions that took their id
 * before and commit, in any order, after it.
 */
async function commitOutOfOrder(stage: Stage, base: string, random: () => number): Promise<void> {
  const id = await sendToAll(stage, base);
  const users = [...stage.phones.keys()].sort(() => random() - 0.5);
  const early = await Promise.all(
    users.slice(0, 3).map(async (user) => ({
      user,
      transaction: await holdOpen(stage, { hasId: random() < 0.5 }),
    })),
  );
  for (const user of users.slice(3)) await answer(stage, base, id, user);
  for (const { user, transaction } of early.sort(() => random() - 0.5)) {
    await transaction.run(answerBySql, [id, user]);
    // As another instance notifies: sent at the commit.
    await transaction.run("select pg_notify('relevo_live', $1)", [
      JSON.stringify(["another", "1", `1:${user}`]),
    ]);
    await transaction.commit();
  }
}

const answerBySql = `
  with response as (
    insert into responses (id, company_id, notification_id, user_id, reply, responded_at)
    values (gen_random_uuid(), 1, $1, $2, 'late', now())
  )
  update notification_recipients set answered_at = now(), changed_txid = relevo_txid()
  where company_id = 1 and notification_id = $1 and user_id = $2`;

/** A company's transaction that has its id, or will take it, and whose commit is still to come. */
async function holdOpen(
  stage: Stage,
  { company = 1, hasId = true, url = stage.databaseUrl! } = {},
) {
  const client = new pg.Client({ connectionString: adminUrlOf(stage.cluster!, url) });
  await client.connect();
  await client.query("begin");
  if (company) await client.query("select relevo_enter($1)", [company]);
  if (hasId) await client.query("select pg_current_xact_id()");
  return {
    run: (text: string, values: unknown[]) => client.query(text, values),
    commit: async () => {
      await client.query("commit");
      await client.end();
    },
    [Symbol.asyncDispose]: () => client.end().catch(() => {}),
  };
}

/** Of another company, of nobody's, and of another database. */
async function openStrangers(stage: Stage): Promise<AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  opening.use(await holdOpen(stage, { company: 2 }));
  opening.use(await holdOpen(stage, { company: 0 }));
  opening.use(await holdOpen(stage, { company: 0, url: stage.cluster!.adminUrl }));
  return opening.move();
}
