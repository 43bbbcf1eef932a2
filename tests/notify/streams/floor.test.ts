import assert from "node:assert/strict";
import { type Cursor, settle, start } from "@/lib/notify/streams/cursor.ts";
import { findServerPrograms } from "../../support/cluster.ts";
import { until } from "../../support/wait.ts";
import { enter, numberIn, openScene, type Scene } from "./floor_scene.ts";

/** A test's lock, taken between a reader's snapshot and its look at the locks. */
const gate = 4_711;
const readMarks = `
  with gate as materialized (select pg_advisory_xact_lock_shared(${gate}))
  select m.seq, m.txid::int as txid, (select relevo_txid_floor())::int as floor
  from gate cross join marks m
  where m.company = $1 and (m.txid, m.seq) > ($2, $3) order by m.txid, m.seq`;

/** Reads a company's marks as the app reads its feeds. */
function readerOf(scene: Scene, company: number) {
  const got: number[] = [];
  let place: Cursor = start;
  return {
    got,
    async read(): Promise<boolean> {
      const reading = await scene.begin(company);
      const { rows } = await reading.run(readMarks, [company, place.txid, place.seq]);
      await reading.commit();
      const { settled, unsettled } = settle(rows as (Cursor & { floor: number })[]);
      place = settled.at(-1) ?? place;
      got.push(...settled.map(({ seq }) => seq));
      return unsettled;
    },
  };
}

async function seqsOf(scene: Scene, company: number): Promise<number[]> {
  const reading = await scene.begin(company);
  const { rows } = await reading.run(
    "select seq from marks where company = $1 order by txid, seq",
    [company],
  );
  await reading.commit();
  return rows.map(({ seq }) => seq);
}

/** A writer that commits while a reader is between its snapshot and the locks. */
async function commitBetween(scene: Scene) {
  const reader = readerOf(scene, 1);
  const [early, late] = [await scene.begin(1), await scene.begin(1)];
  await early.write();
  await late.write();
  await late.commit();
  const closed = await scene.begin();
  await closed.run("select pg_advisory_xact_lock($1)", [gate]);
  const reading = reader.read();
  await until(async () => {
    const waiting = await closed.run("select count(*)::int from pg_locks where not granted");
    return numberIn(waiting) === 1;
  }, { what: "the reader to have its snapshot" });
  await early.commit();
  await closed.commit();
  const heldBack = await reading;
  await reader.read();
  return { got: reader.got, heldBack };
}

/** A floor that looks right, and proves that `commitBetween` can fail. */
const floorOfKnownWriters = `
  create or replace function relevo_txid_floor() returns bigint language sql stable as $$
    select coalesce(min(xip::text::bigint),
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
    from pg_snapshot_xip(pg_current_snapshot()) xip
    where xip::xid in (
      select x.transactionid from pg_locks x join pg_locks own on own.pid = x.pid
      where own.locktype = 'advisory' and own.classid = 7354088 and own.objid = 1)
  $$`;

const steps: Record<string, (scene: Scene) => Promise<void>> = {
  "a reader misses no writer, at whatever stage that one pauses": async (scene) => {
    const reader = readerOf(scene, 1);
    for (const pause of ["entered", "has its id", "has its row"]) {
      const early = await scene.begin(1);
      if (pause === "has its id") await early.takeId();
      if (pause === "has its row") await early.write();
      const late = await scene.begin(1);
      await late.write();
      await late.commit();
      const before = reader.got.length;
      assert.equal(await reader.read(), pause !== "entered", pause);
      assert.equal(reader.got.length - before, pause === "entered" ? 1 : 0, pause);
      if (pause !== "has its row") await early.write();
      await early.commit();
      assert.equal(await reader.read(), false, pause);
      assert.deepEqual(reader.got, await seqsOf(scene, 1), pause);
    }
  },
  "nor one that commits between a reader's snapshot and the locks": async (scene) => {
    const { got, heldBack } = await commitBetween(scene);
    assert.equal(heldBack, true);
    assert.deepEqual(got, await seqsOf(scene, 1));
  },
  "no stranger's transaction holds a company's readers": async (scene) => {
    const other = await scene.cluster.createDatabase();
    const elsewhere = await scene.begin(undefined, other);
    const inOther = await scene.begin(2);
    const operator = await scene.begin();
    const nested = await scene.begin(2);
    for (let n = 0; n < 70; n++) {
      // More than a snapshot lists (PGPROC_MAX_CACHED_SUBXIDS).
      await nested.run(`savepoint s${n}`);
      await nested.run("insert into marks (company) values (2)");
    }
    const prepared = await scene.begin();
    await prepared.takeId();
    await prepared.run("prepare transaction 'left behind'");
    for (const stranger of [elsewhere, inOther, operator]) await stranger.takeId();

    const readers = [readerOf(scene, 1), readerOf(scene, 2)] as const;
    for (const company of [1, 2]) {
      const writer = await scene.begin(company);
      await writer.write();
      await writer.commit();
    }
    assert.equal(await readers[0].read(), false);
    assert.equal(readers[0].got.length, 1);
    assert.equal(await readers[1].read(), true, "a company's own transaction holds its readers");
    assert.deepEqual(readers[1].got, []);
    await nested.commit();
    await inOther.commit();
    await readers[1].read();
    assert.equal(readers[1].got.length, 71);
  },
  "a writer that waits for a stranger does not make it the company's": async (scene) => {
    const stranger = await scene.begin();
    await scene.sql("create table busy as select 1 as n");
    await scene.sql("grant update, select on busy to relevo_tenant");
    const strangersId = await stranger.takeId();
    await stranger.run("update busy set n = 2");
    const writer = await scene.begin(1);
    const id = await writer.write();
    const waiting = writer.run("update busy set n = 3");
    waiting.catch(() => {}); // told by the await below
    const reading = await scene.begin(1);
    await until(async () =>
      numberIn(
        await reading.run(
          `select count(*)::int from pg_locks
      where not granted and locktype = 'transactionid' and transactionid::text::int = $1`,
          [strangersId],
        ),
      ) === 1, { what: "the writer to wait for the stranger" });
    const floor = async () => {
      await scene.sql("select pg_current_xact_id()"); // a snapshot ends above what has ended
      return numberIn(await reading.run("select relevo_txid_floor()::int"));
    };
    assert.equal(await floor(), id);
    await stranger.commit();
    await waiting;
    await writer.commit();
    // Its own id holds a reader that has one: what it writes later is not settled.
    const own = await reading.takeId();
    assert.equal(await floor(), own);
  },
  "a row has a cursor only where the company came before the id": async (scene) => {
    const refused = /had its id before it entered/;
    const nowhere = await scene.begin();
    await assert.rejects(nowhere.write(), refused);

    const late = await scene.begin();
    await late.takeId();
    await late.run(enter, [1]);
    await assert.rejects(late.run("select relevo_txid()"), refused);

    const both = await scene.begin(1);
    await both.run(enter, [2]);
    const id = await both.write();
    await both.run(enter, [1]);
    assert.equal(await both.write(), id, "two companies, entered one after the other");
    await both.run("select set_config('app.company_id', '3', true)");
    await assert.rejects(both.write(), refused);

    const back = await scene.begin();
    await back.run("savepoint one");
    await back.run(enter, [1]);
    await back.run("rollback to one");
    await back.takeId();
    await back.run(enter, [1]);
    await assert.rejects(back.write(), refused, "the lock went with the savepoint");
  },
  "adding known writers up, instead of leaving strangers out, misses one": async (scene) => {
    await scene.sql(floorOfKnownWriters);
    const { got, heldBack } = await commitBetween(scene);
    assert.equal(heldBack, false);
    assert.equal(got.length, (await seqsOf(scene, 1)).length - 1);
  },
};

Deno.test({
  name: "a company's readers wait for its own transactions, and for no others (postgres)",
  ignore: Deno.env.get("TEST_CLUSTER") === "none" || findServerPrograms() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(test) {
    await using scene = await openScene();
    for (const [name, act] of Object.entries(steps)) {
      await test.step(name, async () => {
        await scene.clear();
        await act(scene);
      });
    }
  },
});
