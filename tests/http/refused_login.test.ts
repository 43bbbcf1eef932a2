/** A database that refuses the app's login for now, as while a role or a database is changed. */
import assert from "node:assert/strict";
import pg from "pg";
import { isUnavailable } from "@/lib/db/transaction.ts";
import { findServerPrograms, startCluster } from "../support/cluster.ts";

const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && findServerPrograms() !== null;

Deno.test({
  name: "a login that Postgres refuses is 503 to callers, not a fault of the service",
  ignore: !hasPostgres,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using cluster = await startCluster({ fsync: false });
    const admin = new pg.Client(cluster.adminUrl);
    await admin.connect();
    await admin.query("create role app login password 'p'; create role idle nologin password 'p'");
    const urlOf = (username: string, password = "p", pathname = "/postgres") =>
      Object.assign(new URL(cluster.adminUrl), { username, password, pathname }).href;
    const errorOf = async (url: string) => {
      const client = new pg.Client(url);
      try {
        await client.connect();
        return await client.query("select * from nowhere").catch((error) => error);
      } catch (error) {
        return error;
      } finally {
        await client.end();
      }
    };
    const rows: [code: string, url: string, isAway: boolean][] = [
      ["28P01", urlOf("app", "wrong"), true],
      ["28000", urlOf("idle"), true],
      ["3D000", urlOf("app", "p", "/nowhere"), true],
      ["42P01", urlOf("app"), false],
    ];
    for (const [code, url, isAway] of rows) {
      const error = await errorOf(url);
      assert.deepEqual([error.code, isUnavailable(error)], [code, isAway]);
    }
    await admin.end();
  },
});
