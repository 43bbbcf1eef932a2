/** The roles of lib/db/roles.sql on a server of their own, from the script to a used service. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrations } from "@/lib/db/migrate.ts";
import { prepareSchema, SchemaNotReady, warnOfWideLogin } from "@/lib/db/prepare_schema.ts";
import { runtimeRights } from "@/lib/db/migration/runtime_role.ts";
import { createLog } from "@/lib/tools/log.ts";
import { runTask } from "../commands/harness.ts";
import { send } from "../notify/scene.ts";
import { type Cluster, findServerPrograms, startCluster } from "../support/cluster.ts";
import { startApp } from "../support/process.ts";
import { makeWorld, people } from "../support/world.ts";
import { outsideTenants } from "./companies/outside_tenants.ts";
import { serve } from "./roles_serving.ts";

const log = createLog("error");
const programs = findServerPrograms();
const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && programs !== null;
const script = resolve(import.meta.dirname!, "../../lib/db/roles.sql");

interface Scene {
  cluster: Cluster;
  /** What an operator sets. */
  env: { DATABASE_URL: string; MIGRATE_DATABASE_URL: string };
}

Deno.test({
  name: "the script's roles: the owner migrates, the service runs as a login that may little",
  ignore: !hasPostgres,
  // Connections that fetch keeps belong to no test.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    await using cluster = await startCluster({ fsync: false });
    await t.step("a login without roles and rights is refused in one line", () => bare(cluster));
    await t.step("one login goes on, warned of, and moves to two", () => move(cluster));
    const env = await prepareServer(cluster);
    const scene = { cluster, env };
    await t.step("start refuses what is not migrated", () => refuse(scene));
    await t.step("the owner migrates", () => migrateAsOwner(scene));
    await t.step("the service serves calls with its login", () => use(scene));
    await t.step("the login may do nothing else", () => attack(scene));
    await t.step("start migrates as the owner, and refuses what it cannot", () => start(scene));
    await t.step("the process that serves never has the owner's address", () => serve(env));
  },
});

/** A database of a role that may make nothing on the server, where no script has been run. */
async function bare(cluster: Cluster): Promise<void> {
  const url = new URL(await cluster.createDatabase({ owner: "lonely" }));
  await onServer(cluster.adminUrl, (admin) => admin.query("alter role lonely nocreaterole"));
  const { code, err } = await runTask("migrate", [], { DATABASE_URL: url.href });
  assert.equal(code, 1);
  assert.match(
    err,
    /^relevo: the schema could not be changed: role relevo_tenant is missing .+\n$/,
  );
}

/** A login that may create roles and owns the schema, as they all did before there was a script. */
async function move(cluster: Cluster): Promise<void> {
  const ownerUrl = await cluster.createDatabase();
  const database = new URL(ownerUrl).pathname.slice(1);
  const owner = new URL(ownerUrl).username;
  const logged: string[] = [];
  const warnings = createLog("warn", (line) => void logged.push(line));
  await withDatabase(ownerUrl, async (single) => {
    const [first] = await prepareSchema(single, { ownerUrl: undefined, log });
    assert.equal(first, "0001_tenancy");
    await warnOfWideLogin(single, warnings);
  });
  assert.equal(logged.length, 1);
  const { event, login, rights } = JSON.parse(logged[0]!);
  assert.deepEqual([event, login, rights], ["database_login_too_wide", owner, ["createrole"]]);

  await psql(cluster.adminUrl, { database, owner, login: "moved" });
  await onServer(cluster.adminUrl, (admin) => admin.query("alter role moved password 'm'"));
  const url = Object.assign(new URL(ownerUrl), { username: "moved", password: "m" }).href;
  await withDatabase(url, async (moved) => {
    await assert.rejects(prepareSchema(moved, { ownerUrl: undefined, log }), SchemaNotReady);
    assert.deepEqual(await prepareSchema(moved, { ownerUrl, log }), []);
    assert.deepEqual(await prepareSchema(moved, { ownerUrl: undefined, log }), []);
    await warnOfWideLogin(moved, warnings);
  });
  await withDatabase(ownerUrl, (narrowed) => warnOfWideLogin(narrowed, warnings));
  assert.equal(logged.length, 1);
}

/** Runs the script as docs/operating/install.md says; again, it changes nothing. */
async function prepareServer({ adminUrl }: Cluster): Promise<Scene["env"]> {
  const database = "firma_1";
  const password = randomBytes(8).toString("hex");
  for (let run = 0; run < 2; run++) {
    await psql(adminUrl, { database, owner: "dueña", login: "app" });
  }
  await onServer(adminUrl, async (admin) => {
    for (const role of ["dueña", "app"]) {
      await admin.query(`alter role "${role}" password '${password}'`);
    }
  });
  const urlOf = (role: string) => {
    const url = new URL(adminUrl);
    return Object.assign(url, { username: role, password, pathname: `/${database}` }).href;
  };
  return { DATABASE_URL: urlOf("app"), MIGRATE_DATABASE_URL: urlOf("dueña") };
}

async function psql(adminUrl: string, variables: Record<string, string>): Promise<void> {
  // Links are resolved: the client programs of the same version lie beside the server's.
  const path = join(dirname(await Deno.realPath(join(programs!, "initdb"))), "psql");
  const args = Object.entries(variables).flatMap(([name, value]) => ["-v", `${name}=${value}`]);
  const { success, stderr } = await new Deno.Command(path, {
    args: ["--quiet", "--no-psqlrc", ...args, "-f", script, adminUrl],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function refuse({ env: { DATABASE_URL } }: Scene): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-roles-" });
  const settings = { GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys", GATEWAY_AUDIENCE: "x" };
  await assert.rejects(
    startApp({ env: { DATABASE_URL, DATA_DIR: folder, ...settings } }),
    ({ message }: Error) => {
      const [, text] = message.split(/--- log of .*---\n/);
      assert.match(
        text!,
        /^relevo: the database has no schema .*role "app" may not change that: set MIGRATE_DATABASE_URL/,
      );
      // Each further one is a failure that the doctor sees.
      for (const line of text!.trimEnd().split("\n")) assert.match(line, /^relevo: /);
      return true;
    },
  );
  await Deno.remove(folder, { recursive: true });
}

async function migrateAsOwner({ env }: Scene): Promise<void> {
  const first = await runTask("migrate", [], env);
  assert.match(first.err, /^applied 0001_\w+\napplied 0002_/);
  const again = await runTask("migrate", [], env);
  assert.deepEqual(again, { code: 0, out: "The schema is the newest.\n", err: "" });
  const key = ["create", "--company", "1", "--name", "shop"];
  const output = await runTask("key", key, { DATABASE_URL: env.DATABASE_URL });
  assert.match(output.out, /^rlv_/, output.err);
  const alone = await runTask("migrate", [], { MIGRATE_DATABASE_URL: env.MIGRATE_DATABASE_URL });
  assert.match(alone.err, /^relevo: wrong settings\n {2}MIGRATE_DATABASE_URL: needs DATABASE_URL/);
}

/** What the connecting role itself does (people, memberships, companies), and what tenants do. */
async function use({ env }: Scene): Promise<void> {
  const database = await openDatabase({ url: env.DATABASE_URL, log });
  await using world = await makeWorld({ database, env });
  assert.ok(!world.logged.some((line) => line.includes("database_login_too_wide")));
  const phone = await world.pairPhone("maria");
  const { notificationId } = await send(world);
  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  assert.deepEqual(inbox.body.data.map(({ id }: { id: string }) => id), [notificationId]);

  const as = (method: string, path: string, json?: unknown) =>
    world.call(method, `/api/admin/${path}`, { member: people.ana, json });
  const answer = await as("POST", "companies", { name: "Nueva", slug: "nueva" });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const here = "company_id=1";
  const steps: [string, string, unknown?][] = [
    ["GET", `stats?${here}`],
    ["GET", `contacts?${here}`],
    ["PATCH", `companies/1?${here}`, { name: "Primera" }],
    ["PATCH", `me?${here}`, { name: "Ana R." }],
    ["POST", `employees?${here}`, { email: "leo@relevo.example", role: "taller" }],
  ];
  for (const [method, path, json] of steps) {
    const { status, body } = await as(method, path, json);
    assert.ok(status < 300, `${method} ${path}: ${JSON.stringify(body)}`);
  }
  const page = await fetch(`${world.url}/panel?${here}`, {
    headers: { "Cf-Access-Jwt-Assertion": await world.tokenFor(people.ana) },
  });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Primera/);
}

async function attack({ cluster, env }: Scene): Promise<void> {
  const denied = [
    "create table t (a int)",
    "create temporary table t (a int)",
    "create schema s",
    "create role r",
    "create function f() returns int language sql as 'select 1'",
    "alter table contacts disable row level security",
    "alter table companies owner to app",
    "create policy mine on contacts to app using (true)",
    "drop table contacts",
    "truncate users",
    "delete from companies",
    "insert into kysely_migration values ('x', 'x')",
    'set role "dueña"',
    "alter role app bypassrls",
    "alter role app createrole",
    "grant relevo_tenant to app with admin option",
    "copy (select 1) to program 'true'",
    "select pg_read_file('/etc/passwd')",
    // Without saying for which company, it has no right to any row.
    "select * from contacts",
    "select * from api_keys",
    "select * from notifications",
  ];
  await onServer(env.DATABASE_URL, async (client) => {
    for (const text of denied) {
      await assert.rejects(client.query(text), ({ code }: { code?: string }) => {
        assert.ok(code === "42501", `${text}: ${code}`);
        return true;
      });
    }
    await client.query("set role relevo_tenant");
    const companiesWith = async (company: string) => {
      await client.query("select set_config('app.company_id', $1, false)", [company]);
      const { rows } = await client.query("select distinct company_id from api_keys");
      return rows.map((row) => row.company_id);
    };
    assert.deepEqual(await companiesWith("1"), [1]);
    assert.deepEqual(await companiesWith("2"), [2]);
    assert.deepEqual(await companiesWith(""), []);
  });
  // The owner of one database is nobody in another, and others cannot connect to this one.
  const stranger = new URL(await cluster.createDatabase({ owner: "stranger" }));
  stranger.pathname = new URL(env.DATABASE_URL).pathname;
  await assert.rejects(
    onServer(stranger.href, (client) => client.query("select 1")),
    { code: "42501" },
  );
}

/** As `start` and the commands do it, with one migration that is said to be missing. */
async function start({ env }: Scene): Promise<void> {
  const { DATABASE_URL: url, MIGRATE_DATABASE_URL: ownerUrl } = env;
  const name = Object.keys(migrations).at(-1)!;
  const forget = (which: string) =>
    onServer(
      ownerUrl,
      (owner) =>
        owner.query(
          "update kysely_migration set name = $1 where name = $2",
          which === name ? ["9999_later", name] : [name, "9999_later"],
        ),
    );
  await withDatabase(url, async (database) => {
    assert.deepEqual(await prepareSchema(database, { ownerUrl, log }), []);
    assert.deepEqual(await prepareSchema(database, { ownerUrl: undefined, log }), []);
    await forget(name);
    for (const url of [ownerUrl, undefined]) {
      await assert.rejects(
        prepareSchema(database, { ownerUrl: url, log }),
        (error: Error) => /9999_later/.test(error.message),
      );
    }
    await forget("9999_later");
    await onServer(
      ownerUrl,
      (owner) => owner.query("revoke update on installation from relevo_runtime"),
    );
    await assert.rejects(prepareSchema(database, { ownerUrl: undefined, log }), SchemaNotReady);
    // The owner lets it in again.
    assert.deepEqual(await prepareSchema(database, { ownerUrl, log }), []);
  });
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>) {
  const database = await openDatabase({ url, log, poolSize: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

Deno.test("the rights of the running process are for tables outside the tenants alone", () => {
  const outside = outsideTenants.difference(new Set(["kysely_migration_lock"]));
  assert.deepEqual(Object.keys(runtimeRights).sort(), [...outside].sort());
});
