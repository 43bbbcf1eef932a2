/** A standby that falls behind, or goes, is told of by a login that may see it. */
import assert from "node:assert/strict";
import { readServer } from "@/lib/status/server.ts";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { createLog } from "@/lib/tools/log.ts";
import { openMailbox } from "../gateway/support/mailbox.ts";
import { expectBoth, minutes, openReal } from "../alerts/real.ts";
import { findServerPrograms, startCluster } from "../support/cluster.ts";
import { ask, startStandby } from "../support/standby.ts";
import { until } from "../support/wait.ts";
import { inWorld, people, type World } from "../support/world.ts";
import { long } from "./support/proof.ts";

Deno.test({
  name: "a standby that is behind or away is told of until it follows",
  ignore: findServerPrograms() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using primary = await startCluster({ fsync: false });
    const url = await primary.createDatabase();
    const database = await openDatabase({ url, log: createLog("error"), poolSize: 8 });
    await migrate(database.db);
    await using standby = await startStandby(primary, { name: "two" });
    await using mailbox = await openMailbox();
    await inWorld({ database, env: { OPERATOR_EMAIL: people.ana } }, async (world) => {
      await database.db.updateTable("users").set({ language: "en" })
        .where("email", "=", people.ana).execute();
      const real = openReal(world, mailbox);
      const [one] = await standbys(world);
      assert.deepEqual(one, { name: "two", lagSeconds: null, isSynchronous: false });
      const login = new URL(url).username;
      // Of the tests' owner; the login that roles.sql makes inherits.
      await ask(primary, `alter role ${login} inherit`);
      await ask(primary, `grant pg_read_all_stats to ${login}`);
      await real.look();
      assert.deepEqual(real.names(), []);

      await ask(standby, "select pg_wal_replay_pause()");
      const behind = long ? 61 : 1;
      await until(async () => {
        await ask(primary, "select pg_switch_wal(), txid_current()");
        const [one] = await standbys(world);
        return one?.name === "two" && one.lagSeconds! > behind;
      }, { what: `a lag of ${behind} s` });
      if (long) {
        await real.look();
        await real.look(61);
        assert.deepEqual(real.names(), ["standby_behind"]);
        await expectBoth(real, mailbox, /Standby: two/, async () => {
          await ask(standby, "select pg_wal_replay_resume()");
          await until(async () => (await standbys(world))[0]!.lagSeconds! < 1, { what: "no lag" });
        });
      } else await ask(standby, "select pg_wal_replay_resume()");

      await standby.stop();
      await until(async () => (await standbys(world)).length === 0, { what: "none to follow" });
      await real.look();
      await real.look(1 * minutes);
      assert.deepEqual(real.names(), ["standby_behind"]);
      await expectBoth(real, mailbox, /A standby is behind/, async () => {
        await standby.start();
        await until(async () => (await standbys(world)).length === 1, { what: "it to follow" });
      });
    });
  },
});

async function standbys({ services: { database } }: World) {
  return (await readServer(database)).standbys;
}
