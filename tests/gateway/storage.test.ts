/** Data that the gateway keeps, apart from the app. */
import assert from "node:assert/strict";
import { dirname, join, resolve } from "node:path";
import { getMigrations } from "better-auth/db/migration";
import { sql } from "kysely";
import pg from "pg";
import { openGateway } from "@/gateway/open.ts";
import { readGatewayConfig } from "@/gateway/config.ts";
import { openGatewayDatabase } from "@/gateway/storage/database.ts";
import { openDatabase } from "@/lib/db/connection.ts";
import { FolderInUse } from "@/lib/db/folder.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { createLog, type Log } from "@/lib/tools/log.ts";
import { buildFolder } from "../support/build_folder.ts";
import { findServerPrograms, startCluster } from "../support/cluster.ts";
import { until } from "../support/wait.ts";
import { scene } from "./support/scene.ts";

const log = createLog("error");
const programs = findServerPrograms();
const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && programs !== null;

scene("the tables are those that better-auth wants", async ({ opened }) => {
  const { toBeAdded, toBeCreated } = await getMigrations(opened.gateway.auth.options);
  assert.deepEqual({ toBeAdded, toBeCreated }, { toBeAdded: [], toBeCreated: [] });
});

scene("codes of before the browsers' table end, and sessions go on", async (at) => {
  const person = await at.member("ana@shop.example");
  const { db } = at.opened.gateway.database;
  await db.schema.dropTable("browser").execute();
  await sql`delete from gateway_migration where name = '0002_browsers'`.execute(db);
  const identifiers = ["sign-in-otp-ana@shop.example", "a-passkeys-challenge"];
  await db.insertInto("verification").values(identifiers.map((identifier) => ({
    ...{ id: crypto.randomUUID(), identifier, value: `${"a".repeat(43)}:0` },
    expiresAt: new Date(Date.now() + 600_000),
  }))).execute();
  await at.restart();
  const rows = await at.opened.gateway.database.db.selectFrom("verification").select("identifier")
    .execute();
  assert.deepEqual(rows, [{ identifier: "a-passkeys-challenge" }]);
  assert.equal((await person.get("/panel")).text, "the app");
});

scene("one process has the data folder, and its secret is its owner's", async ({ env, opened }) => {
  const { dataDir } = opened.gateway.config;
  const config = readGatewayConfig({ ...env, GATEWAY_PORT: "1" });
  const options = { log, assets: join(buildFolder, "static/gateway") };
  if (opened.gateway.database.kind === "pglite") {
    await assert.rejects(openGateway(config, options), FolderInUse);
    assert.equal((await Deno.stat(join(dataDir, "secret"))).mode! & 0o777, 0o600);
  } else {
    await assert.rejects(Deno.stat(dataDir), Deno.errors.NotFound);
  }
}, { both: true });

Deno.test({
  name: "gateway storage: neither login reads the other's schema or takes its role",
  ignore: !hasPostgres,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using cluster = await startCluster({ fsync: false });
    const roles = ["relevo_owner", "relevo", "relevo_gateway"];
    await makeRoles(cluster.adminUrl, roles);
    const urlOf = await makeRoles(cluster.adminUrl, roles);
    const app = await openDatabase({ url: urlOf("relevo_owner"), log });
    await migrate(app.db);
    await app.close();
    const gateway = await openGatewayDatabase({ url: urlOf("relevo_gateway"), log });
    await gateway.db.selectFrom("session").selectAll().execute();
    await gateway.close();

    const inPublic = await tablesOf(cluster.adminUrl, "public");
    const inGateway = await tablesOf(cluster.adminUrl, "relevo_gateway");
    assert.ok(inPublic.includes("contacts") && inGateway.includes("jwks"));
    for (const role of ["relevo", "relevo_owner"]) {
      for (const table of inGateway) {
        await refused(urlOf(role), `select * from relevo_gateway."${table}"`);
      }
      await refused(urlOf(role), "create table relevo_gateway.x (a int)");
      await refused(urlOf(role), "set role relevo_gateway");
    }
    for (const table of inPublic) {
      await refused(urlOf("relevo_gateway"), `select * from public."${table}"`);
    }
    for (
      const text of [
        ...["relevo", "relevo_owner", "relevo_tenant", "relevo_worker", "relevo_runtime"]
          .map((role) => `set role ${role}`),
        "create table public.x (a int)",
        "create schema other",
        "create role other",
        "create temporary table x (a int)",
        "alter role relevo_gateway createrole",
      ]
    ) await refused(urlOf("relevo_gateway"), text);
  },
});

Deno.test({
  name: "gateway storage: a first start waits for no migration of the app",
  ignore: !hasPostgres,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using cluster = await startCluster({ fsync: false });
    const urlOf = await makeRoles(cluster.adminUrl, ["relevo_gateway"]);
    const app = new pg.Client(
      Object.assign(new URL(cluster.adminUrl), { pathname: "/relevo" }).href,
    );
    await app.connect();
    // Kysely's lock, as the app's migrations hold it.
    await app.query("select pg_advisory_lock(3853314791062309107)");
    const gateways = await Promise.all(
      [1, 2].map(() => openGatewayDatabase({ url: urlOf("relevo_gateway"), log })),
    );
    const { rows } = await app.query(
      "select count(*)::int as held from pg_locks where locktype = 'advisory'",
    );
    assert.deepEqual(rows, [{ held: 1 }], "only the app's");
    for (const gateway of gateways) {
      assert.deepEqual(await gateway.db.selectFrom("session").selectAll().execute(), []);
      await gateway.close();
    }
    await app.end();
  },
});

Deno.test({
  name: "gateway storage: a start waits for a database that is down, not for one that refuses",
  ignore: !hasPostgres,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using cluster = await startCluster({ fsync: false });
    const urlOf = await makeRoles(cluster.adminUrl, ["relevo_gateway"]);
    const lines: string[] = [];
    const heard: Log = { ...log, warn: (event) => void lines.push(event) };
    await cluster.stop();
    const opening = openGatewayDatabase({ url: urlOf("relevo_gateway"), log: heard });
    await until(() => lines.length > 1, { what: "a second try" });
    await cluster.start();
    const gateway = await opening;
    assert.deepEqual(await gateway.db.selectFrom("session").selectAll().execute(), []);
    await gateway.close();
    assert.deepEqual([...new Set(lines)], ["database_is_away"]);
    await assert.rejects(openGatewayDatabase({ url: urlOf("nobody"), log: heard }), /nobody/);
  },
});

/** Runs the scripts of both programs. @returns the address of each role's login */
async function makeRoles(adminUrl: string, roles: string[]): Promise<(role: string) => string> {
  const names = { database: "relevo", owner: "relevo_owner", login: "relevo" };
  await psql(adminUrl, "lib/db/roles.sql", names);
  const own = { database: "relevo", login: "relevo_gateway" };
  await psql(adminUrl, "gateway/storage/roles.sql", own);
  await query(adminUrl, roles.map((role) => `alter role ${role} password 'p'`).join(";"));
  return (username) =>
    Object.assign(new URL(adminUrl), { username, password: "p", pathname: "/relevo" }).href;
}

async function psql(url: string, script: string, variables: Record<string, string>) {
  // Links are resolved: the client programs of the same version lie beside the server's.
  const path = join(dirname(await Deno.realPath(join(programs!, "initdb"))), "psql");
  const args = Object.entries(variables).flatMap(([name, value]) => ["-v", `${name}=${value}`]);
  const { success, stderr } = await new Deno.Command(path, {
    args: ["--quiet", "--no-psqlrc", ...args, "-f", script, url],
    cwd: resolve(import.meta.dirname!, "../.."),
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function tablesOf(adminUrl: string, schema: string): Promise<string[]> {
  const url = Object.assign(new URL(adminUrl), { pathname: "/relevo" }).href;
  const { rows } = await query(
    url,
    `select tablename from pg_tables where schemaname = '${schema}'`,
  );
  return rows.map(({ tablename }) => tablename);
}

async function refused(url: string, text: string): Promise<void> {
  await assert.rejects(query(url, text), ({ code }: { code?: string }) => {
    assert.equal(code, "42501", text);
    return true;
  });
}
