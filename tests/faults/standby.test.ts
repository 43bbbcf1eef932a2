import assert from "node:assert/strict";
import { openDatabase } from "@/lib/db/connection.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import { createLog } from "@/lib/tools/log.ts";
import type { Cluster } from "../support/cluster.ts";
import { startKeyServer } from "../support/gateway.ts";
import {
  addressOn,
  ask as askServer,
  promote,
  startStandby,
  waitForStandby,
} from "../support/standby.ts";
import { until } from "../support/wait.ts";
import { startCallbackReceiver } from "./support/callbacks.ts";
import { ask } from "./support/client.ts";
import { followResponses, followStream } from "./support/followers.ts";
import { verifyFollowed, verifyKept, verifyRows } from "./support/ledger.ts";
import { Load } from "./support/load.ts";
import { long, proof } from "./support/proof.ts";
import { newRandom } from "./support/random.ts";
import { Sellers } from "./support/sellers.ts";
import { adminUrlOf, onServer, openStage, testOn } from "./support/stage.ts";

const email = "ana@taller.example";
const env = {
  INITIAL_ADMIN_EMAIL: email,
  CONTACT_LIMIT_PER_ADDRESS: "0",
  CONTACT_LIMIT_PER_DAY: "0",
};
/** A question that was taken back is 410. */
const fine = [200, 201, 202, 409, 410, 503];

testOn(
  ["postgres"],
  "a standby that is promoted under load has all that was confirmed",
  async (kind) => {
    const rounds = long ? 10 : 1;
    const random = newRandom();
    await using keys = await startKeyServer();
    await using stage = await openStage(kind, { env: { ...env, GATEWAY_JWKS_URL: keys.jwksUrl } });
    await using servers = new AsyncDisposableStack();
    let [primary, standby] = [stage.cluster!, servers.use(await follow(stage.cluster!, "one"))];
    const at = (...clusters: Cluster[]) => addressOn(clusters, stage.databaseUrl!);
    const app = await stage.start({ databaseUrl: at(primary, standby) });
    const base = () => app.url;
    await using receiver = startCallbackReceiver({ key: stage.key, refuses: 0.05 });
    await using stream = await followStream({ base, as: stage.phones.get("ana")! });
    await using poll = followResponses({ base, as: stage.key });
    const token = () => keys.sign({ email, aud: "relevo-tests", sub: email });
    const sellers = await new Sellers({ base, token, width: 2 }).start();
    const load = new Load({ stage, random, base, callbackUrl: receiver.url }).start();
    const refusals = () => load.statuses.get(503) ?? 0;
    const awayMs: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      await Promise.all([load.progress(random.between(50, 150)), sellers.progress(10)]);
      const refusedBefore = refusals();
      await primary.stop({ mode: "kill" });
      await until(() => refusals() > refusedBefore, { what: "somebody to meet the outage" });
      await promote(standby);
      const promotedAt = performance.now();
      await load.progress(1);
      awayMs.push(Math.round(performance.now() - promotedAt));
      // The old one comes back as it is, and would take writes.
      await primary.start();
      await askServer(primary, "alter system set synchronous_standby_names = ''");
      await askServer(primary, "select pg_reload_conf()");
      const [before] = await countOn(primary, stage.databaseUrl!);
      await Promise.all([load.progress(50), sellers.progress(10)]);
      assert.deepEqual(await countOn(primary, stage.databaseUrl!), [before], "it is passed over");
      if (round === rounds) break;
      const { port } = new URL(primary.adminUrl);
      await primary.destroy();
      const next = servers.use(await follow(standby, `round${round}`, Number(port)));
      [primary, standby] = [standby, next];
    }
    await Promise.all([load.finish(), sellers.finish()]);
    assert.deepEqual([...load.statuses.keys()].filter((status) => !fine.includes(status)), []);
    await using other = await stage.start({ name: "fresh", databaseUrl: at(primary, standby) });
    await verifyKept({ stage, base: other.url, load, receiver });
    await verifyFollowed(load, { user: "ana", stream, poll });
    assert.equal((await ask(app.url, "GET", "/readyz")).status, 200);
    await onServer(adminUrlOf(standby, stage.databaseUrl!), async (sql) => {
      await verifyRows(sql);
      const sales = await sql<{ id: number }>("select id from sales order by id");
      const promised = sellers.sold.map(({ saleId }) => saleId).toSorted((a, b) => a - b);
      assert.deepEqual(sales.map(({ id }) => id), promised);
    });
    await assertWhole(at(standby));
    proof(
      `${rounds} primaries killed and standbys promoted, seed ${random.seed}: ${load.summary}, ` +
        `${sellers.sold.length} sales; accepts ${awayMs.join(", ")} ms after the promotion`,
    );
  },
);

/** A standby that each commit waits for. */
async function follow(primary: Cluster, name: string, port?: number): Promise<Cluster> {
  const standby = await startStandby(primary, { name, port });
  await waitForStandby(primary, name);
  return standby;
}

function countOn(cluster: Cluster, databaseUrl: string): Promise<unknown[]> {
  return onServer(
    adminUrlOf(cluster, databaseUrl),
    (sql) => sql("select count(*), (select count(*) from sales) as sales from notifications"),
  );
}

async function assertWhole(url: string): Promise<void> {
  const database = await openDatabase({ url, log: createLog("error"), poolSize: 1 });
  try {
    assert.deepEqual(await checkData(database.db), []);
  } finally {
    await database.close();
  }
}
