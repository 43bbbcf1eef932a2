/** Processes that share a database, and what becomes of the leases of those that are gone. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "@/lib/db/connection.ts";
import { idOfFolder } from "@/lib/db/folder.ts";
import { Share } from "@/lib/fairness/share.ts";
import { createLog } from "@/lib/tools/log.ts";
import { Processes } from "@/lib/work/processes.ts";
import { testOnEachDatabase } from "../db/each.ts";

const beatMs = 5_000;

function processOn({ db }: Database, instance: string = crypto.randomUUID()) {
  const id = crypto.randomUUID();
  const freed: string[] = [];
  const logged: string[] = [];
  const state = { ms: 0, fails: false };
  const share = new Share();
  const processes = new Processes({
    ...{ db, id, instance, share },
    log: createLog("warn", (line) => void logged.push(JSON.parse(line).event)),
    free(holders) {
      if (state.fails) return Promise.reject(new Error("no database"));
      freed.push(...holders);
      return Promise.resolve();
    },
    now: () => state.ms,
  });
  return {
    ...{ id, instance, share, freed, logged, state },
    stop: () => processes.stop(),
    /** Beats so often, the first time after a gap. */
    async beat(times: number, gapMs = beatMs) {
      for (let count = 0; count < times; count++) {
        state.ms += count === 0 ? gapMs : beatMs;
        await processes.look();
      }
    },
  };
}

async function idsIn({ db }: Database): Promise<string[]> {
  const rows = await db.selectFrom("processes").select("id").orderBy("seen_at").execute();
  return rows.map(({ id }) => id);
}

async function silence({ db }: Database, id: string, seconds: number): Promise<void> {
  await sql`update processes set seen_at = now() - ${seconds} * interval '1 second'
    where id = ${id}::uuid`.execute(db);
}

testOnEachDatabase(
  "a process takes over at once from earlier ones of its folder, and from no others",
  async (database) => {
    const [former, other] = [processOn(database), processOn(database)];
    await former.beat(1);
    await other.beat(1);
    const next = processOn(database, former.instance);
    await next.beat(1);
    assert.deepEqual(next.freed, [former.id]);
    assert.deepEqual(next.logged, ["processes_gone"]);
    assert.deepEqual(new Set(await idsIn(database)), new Set([other.id, next.id]));
  },
);

testOnEachDatabase(
  "a process of the same folder that appears later belongs to a copy and is left alone",
  async (database) => {
    const first = processOn(database);
    await first.beat(1);
    const copy = processOn(database, first.instance);
    await copy.beat(1);
    await first.beat(6);
    await copy.beat(6);
    assert.deepEqual([first.freed, copy.freed], [[], [first.id]]);
    assert.deepEqual(new Set(await idsIn(database)), new Set([first.id, copy.id]));
  },
);

testOnEachDatabase("a process counts as gone after 20 seconds without a beat", async (database) => {
  const [busy, watcher] = [processOn(database), processOn(database)];
  await busy.beat(1);
  await watcher.beat(6);
  await silence(database, busy.id, 18);
  await watcher.beat(1);
  assert.deepEqual(watcher.freed, []);
  await silence(database, busy.id, 21);
  await busy.beat(1);
  await watcher.beat(1);
  assert.deepEqual(watcher.freed, []);
  await silence(database, busy.id, 21);
  await watcher.beat(1);
  assert.deepEqual(watcher.freed, [busy.id]);
  assert.deepEqual(await idsIn(database), [watcher.id]);
  // It was only frozen.
  await busy.beat(1, 60_000);
  assert.deepEqual(busy.freed, []);
  assert.equal((await idsIn(database)).length, 2);
});

testOnEachDatabase(
  "a process that was cut off itself gives others the time to beat",
  async (database) => {
    const [other, watcher] = [processOn(database), processOn(database)];
    await other.beat(1);
    await watcher.beat(6);
    await silence(database, other.id, 600);
    await watcher.beat(4, 600_000);
    assert.deepEqual(watcher.freed, []);
    await watcher.beat(1);
    assert.deepEqual(watcher.freed, [other.id]);
  },
);

testOnEachDatabase(
  "each process counts those that beat, and shares with them",
  async (database) => {
    const [first, second, third] = [1, 2, 3].map(() => processOn(database));
    const parts = () => [first!, second!, third!].map(({ share }) => share.processes);
    await first!.beat(1);
    await second!.beat(1);
    assert.deepEqual(parts(), [1, 2, 1]);
    await third!.beat(1);
    await first!.beat(1);
    assert.deepEqual(parts(), [3, 2, 3]);
    await silence(database, third!.id, 18);
    await second!.beat(1);
    assert.deepEqual(parts(), [3, 3, 3]);
    // One that is silent has no part, even before its leases are freed.
    await silence(database, third!.id, 21);
    for (const one of [first, second]) await one!.beat(1);
    assert.deepEqual(parts(), [2, 2, 3]);
    assert.deepEqual([first!.freed, second!.freed], [[], []]);
    await second!.stop();
    const successor = processOn(database, third!.instance);
    await successor.beat(1);
    await first!.beat(1);
    assert.deepEqual([first!.share.processes, successor.share.processes], [2, 2]);
  },
);

testOnEachDatabase("leases that could not be freed are freed by a later beat", async (database) => {
  const former = processOn(database);
  await former.beat(1);
  const next = processOn(database, former.instance);
  next.state.fails = true;
  await next.beat(2);
  assert.deepEqual(next.logged.filter((event) => event === "beat_failed"), ["beat_failed"]);
  assert.equal((await idsIn(database)).length, 2);
  next.state.fails = false;
  await next.beat(1);
  assert.deepEqual(next.freed, [former.id]);
  assert.deepEqual(await idsIn(database), [next.id]);
});

testOnEachDatabase("a process that stops leaves nothing behind", async (database) => {
  const one = processOn(database);
  await one.beat(1);
  await one.stop();
  assert.deepEqual(one.freed, [one.id]);
  assert.deepEqual(await idsIn(database), []);
});

Deno.test("a folder has one id, and a copy of it another", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-folder-" });
  try {
    const [own, copy] = [join(folder, "own"), join(folder, "copy")];
    await Deno.mkdir(own);
    await Deno.mkdir(copy);
    const id = await idOfFolder(own);
    assert.equal(await idOfFolder(own), id);
    await Deno.copyFile(join(own, "instance"), join(copy, "instance"));
    const other = await idOfFolder(copy);
    assert.notEqual(other, id);
    assert.equal(await idOfFolder(copy), other);
    assert.equal(await idOfFolder(own), id);
    for (const torn of ["", id.slice(0, 20), "no id", `${id} `]) {
      await Deno.writeTextFile(join(own, "instance"), torn);
      const fresh = await idOfFolder(own);
      assert.notEqual(fresh, id, torn);
      assert.equal(await idOfFolder(own), fresh);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
