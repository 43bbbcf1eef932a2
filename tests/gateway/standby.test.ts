import assert from "node:assert/strict";
import { sql } from "kysely";
import pg from "pg";
import { openGatewayDatabase } from "@/gateway/storage/database.ts";
import { createLog } from "@/lib/tools/log.ts";
import { findServerPrograms, startCluster } from "../support/cluster.ts";
import { addressOn, promote, startStandby } from "../support/standby.ts";
import { until } from "../support/wait.ts";

Deno.test({
  name: "gateway storage: it goes over to a standby that is promoted, without a restart",
  ignore: Deno.env.get("TEST_CLUSTER") === "none" || findServerPrograms() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using first = await startCluster();
    const url = await first.createDatabase({ owner: "shop" });
    const owner = new pg.Client(url);
    await owner.connect();
    await owner.query("create schema shop");
    await owner.end();
    await using second = await startStandby(first, { name: "second" });
    const memory = await Deno.makeTempDir({ prefix: "relevo-memory-" });
    const gateway = await openGatewayDatabase({
      url: addressOn([second, first], url),
      memory,
      log: createLog("error"),
    });
    const portOf = async () =>
      (await sql<{ port: string }>`select current_setting('port') as port`.execute(gateway.db))
        .rows[0]!.port;
    assert.equal(await portOf(), new URL(first.adminUrl).port);
    await first.stop({ mode: "kill" });
    await assert.rejects(portOf());
    await promote(second);
    await until(async () => await portOf() === new URL(second.adminUrl).port, {
      what: "the gateway to go over",
    });
    await first.start();
    assert.equal(await portOf(), new URL(second.adminUrl).port);
    await gateway.close();
    await Deno.remove(memory, { recursive: true });
  },
});
