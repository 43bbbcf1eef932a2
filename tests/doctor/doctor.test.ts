/** What the doctor sees, each by its cause. */
import assert from "node:assert/strict";
import { join } from "node:path";
import pg from "pg";
import { checkNames } from "@/lib/doctor/check.ts";
import { runTask, testCommands } from "../commands/harness.ts";
import { authorityFile } from "../support/certificates.ts";
import { startKeyServer } from "../support/gateway.ts";
import { hasServer } from "../support/kinds.ts";
import { freePort, startApp } from "../support/process.ts";
import { testDatabases } from "../support/test_server.ts";
import { examine, openSite } from "./scene.ts";

const key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const otherKey = "HwECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const onPostgres = { ignore: !hasServer };

testCommands("before the first start it says what is missing", async ({ env, run }) => {
  const isServer = !!env.DATABASE_URL;
  const { code, err, checks, of } = await examine(env);
  assert.deepEqual([code, err], [1, "relevo: failed: gateway\n"]);
  const names = checks.map(({ name }) => name);
  assert.deepEqual(names, checkNames.filter((name) => names.includes(name)), "in their order");
  assert.deepEqual(of("settings"), {
    ...{ name: "settings", state: "ok", saw: "The settings can be read.", advice: null },
  });
  assert.equal(of("disk").state === "failure", false);
  assert.match(of("gateway").saw, /^Missing: GATEWAY_JWKS_URL, GATEWAY_AUDIENCE\.$/);
  for (const name of ["public_url", "proxy"] as const) assert.equal(of(name).state, "skipped");
  assert.equal(of("schema").state, isServer ? "warning" : "skipped");
  assert.equal(of("copy").state, isServer ? "ok" : "skipped");
  for (const { state, advice } of checks) {
    assert.equal(advice !== null, state === "warning" || state === "failure");
  }
  await run("migrate");
  const later = await examine({ ...env, SECRETS_KEYS: key });
  for (const name of ["database", "schema", "secrets", "copy", "clock"] as const) {
    assert.equal(later.of(name).state, "ok", name);
  }
  for (const name of ["database_version", "encoding", "collation", "pooler"] as const) {
    assert.equal(later.of(name).state, isServer ? "ok" : "skipped", name);
  }
  // Tests' owners make roles.
  assert.equal(later.of("roles").state, isServer ? "warning" : "skipped");
}, { both: true });

Deno.test("wrong settings are named, and the rest is not looked at", async () => {
  const { code, of, checks } = await examine({ PORT: "none", HELD: "yes" });
  assert.equal(code, 1);
  assert.match(of("settings").saw, /PORT: [^]*HELD: must be 1, or absent/);
  const looked = checks.filter(({ state }) => state !== "skipped").map(({ name }) => name);
  assert.deepEqual(looked, ["settings", "build"]);
});

Deno.test("it is said in Spanish where the terminal is", async () => {
  const { out } = await runTask("doctor", [], { PORT: "none", LANG: "es_ES.UTF-8" });
  assert.match(
    out,
    /^FAIL +settings +Hay ajustes incorrectos:\n.*PORT: [^]*→ Corrija los que se nombran/,
  );
  assert.match(out, /\n– +Con ajustes incorrectos no se puede comprobar\.\n +database, /);
});

Deno.test("wrong use is code 2", async () => {
  for (const args of [["now"], ["--fix"], ["--json=1"], ["--json", "--json"]]) {
    const { code, out } = await runTask("doctor", args, {});
    assert.deepEqual([code, out], [2, ""], args.join(" "));
  }
});

Deno.test("a database that is away, or silent, is one failure", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  for (const port of [freePort(), listener.addr.port]) {
    const { of } = await examine({ DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/relevo` });
    assert.equal(of("database").state, "failure");
    assert.match(of("database").advice!, /^Start Postgres/);
    for (const name of ["roles", "schema", "pooler", "copy", "secrets"] as const) {
      assert.equal(of(name).state, "skipped", name);
    }
  }
  listener.close();
});

Deno.test("a data folder that is none cannot be written to", async () => {
  const file = await Deno.makeTempFile({ prefix: "relevo-doctor-" });
  const { of } = await examine({ DATA_DIR: join(file, "data") });
  assert.equal(of("disk").state, "failure");
  assert.match(of("disk").advice!, /chown/);
  await Deno.remove(file);
});

Deno.test({
  ...onPostgres,
  name: "logins, owner and encoding of a server",
  async fn() {
    const databases = (await testDatabases())!;
    const url = await databases.createDatabase();
    const asAdmin = new URL(databases.adminUrl);
    asAdmin.pathname = new URL(url).pathname;
    const wide = await examine({ DATABASE_URL: asAdmin.href, MIGRATE_DATABASE_URL: url });
    assert.equal(wide.of("roles").state, "warning");
    assert.match(wide.of("roles").saw, /: superuser, createrole, bypassrls\.$/);

    const refused = new URL(url);
    refused.password = "wrong";
    const byOwner = await examine({ DATABASE_URL: url, MIGRATE_DATABASE_URL: refused.href });
    assert.equal(byOwner.of("database").state, "failure");
    assert.match(byOwner.of("database").advice!, /MIGRATE_DATABASE_URL/);

    const admin = new pg.Client({ connectionString: databases.adminUrl });
    await admin.connect();
    const name = `relevo_doctor_${crypto.randomUUID().slice(0, 8)}`;
    await admin.query(`create role ${name} login password 'p'`);
    await admin.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C' owner ${name}`,
    );
    try {
      const bare = new URL(databases.adminUrl);
      [bare.username, bare.password, bare.pathname] = [name, "p", `/${name}`];
      const { of } = await examine({ DATABASE_URL: bare.href, DATABASE_POOL_SIZE: "200" });
      assert.equal(of("encoding").state, "failure");
      assert.match(of("encoding").saw, /SQL_ASCII/);
      assert.equal(of("roles").state, "failure");
      assert.match(of("roles").saw, /relevo_tenant/);
      assert.equal(of("connections").state, "warning");
      assert.match(of("connections").advice!, /takes up to 201/);
    } finally {
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`drop role ${name}`);
      await admin.end();
      await databases.dropDatabase(url);
    }
  },
});

testCommands("a copy, and a key that is lost", async ({ env, run }) => {
  await run("migrate");
  await run("hold", "--reason", "a copy to try");
  const { of } = await examine({ ...env, SECRETS_KEYS: key });
  assert.equal(of("copy").state, "warning");
  assert.match(of("copy").saw, /a copy to try$/);
  if (!env.DATABASE_URL) return;
  assert.equal((await examine(env)).of("secrets").state, "warning", "channels are off");
  await storeSecret(env.DATABASE_URL);
  const lost = await examine({ ...env, SECRETS_KEYS: otherKey });
  assert.equal(lost.of("secrets").state, "failure");
  assert.match(lost.of("secrets").saw, /^A key that stored secrets/);
}, { both: true });

/** One that was sealed with a key that nobody has. */
async function storeSecret(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set role relevo_tenant");
    await client.query("select set_config('app.company_id', '1', false)");
    await client.query(`
      with account as (
        insert into channel_accounts (company_id, kind, channel, name)
        values (1, 'program', 'other', 'Shop') returning id
      )
      insert into channel_secrets (company_id, account_id, field, key_name, sealed)
      select 1, id, 'secret', 'of another', '\\x00' from account`);
  } finally {
    await client.end();
  }
}

testCommands("beside a running app it sees the way in", async ({ env }) => {
  await using keys = await startKeyServer();
  const authorities = await authorityFile();
  const port = freePort();
  const header = "X-Forwarded-For";
  const appUrl = `http://127.0.0.1:${port}`;
  await using site = openSite({ appUrl });
  await using overwriting = openSite({
    appUrl,
    days: 5,
    headers: (came) => {
      const headers = new Headers(came);
      headers.set(header, "192.0.2.7");
      return headers;
    },
  });
  await using appending = openSite({
    appUrl,
    headers: (came) => new Headers([...came, [header, "192.0.2.7"]]),
  });
  await using dropping = openSite({ appUrl, headers: () => new Headers() });
  await using other = openSite({ appUrl: keys.origin, days: -1 });
  const settings = {
    ...env,
    PUBLIC_URL: site.url,
    GATEWAY_JWKS_URL: keys.jwksUrl,
    GATEWAY_AUDIENCE: "relevo-tests",
    CLIENT_IP_HEADER: header,
  };
  const own = { ...settings, NODE_EXTRA_CA_CERTS: authorities, DENO_CERT: authorities };
  await using app = await startApp({ env: settings, port });

  const forged = await examine(own);
  assert.equal(forged.of("database").state, "ok");
  assert.deepEqual([forged.of("public_url").state, forged.of("gateway").state], ["ok", "ok"]);
  assert.equal(forged.of("certificate").state, "ok");
  assert.equal(forged.of("proxy").state, "failure");
  assert.match(forged.of("proxy").advice!, /overwrite X-Forwarded-For/);
  // The ways in do not depend on the database.
  if (hasServer && !env.DATABASE_URL) return await Deno.remove(authorities);

  const appended = await examine({ ...own, PUBLIC_URL: appending.url });
  assert.equal(appended.of("proxy").state, "failure", "what the caller wrote comes first");

  const right = await examine({ ...own, PUBLIC_URL: overwriting.url });
  assert.equal(right.of("proxy").state, "ok", right.of("proxy").saw);
  assert.equal(right.of("certificate").state, "warning", "it ends in five days");

  const without = await examine({ ...own, PUBLIC_URL: dropping.url });
  assert.match(without.of("proxy").saw, /came in without X-Forwarded-For/);

  const elsewhere = await examine({ ...own, PUBLIC_URL: other.url });
  assert.equal(elsewhere.of("public_url").state, "failure");
  assert.equal(elsewhere.of("certificate").state, "failure", "it is over");
  assert.equal(elsewhere.of("proxy").state, "skipped");

  const untrusted = await examine(settings);
  assert.equal(untrusted.of("certificate").state, "failure", "nobody trusts its issuer");

  await app.stop();
  await keys.stop();
  const gone = await examine(own);
  assert.equal(gone.of("public_url").state, "skipped");
  assert.equal(gone.of("gateway").state, "failure");
  assert.match(gone.of("gateway").advice!, /deno task gateway/);
  await Deno.remove(authorities);
}, { both: true });

Deno.test("a start that refuses says what else is wrong", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "relevo-doctor-" });
  const { code, err } = await runTask("start", [], {
    ...{ DATA_DIR: dataDir, DATABASE_URL: `postgres://u:p@127.0.0.1:${freePort()}/relevo` },
  });
  assert.equal(code, 1);
  assert.match(err, /^relevo: missing settings: GATEWAY_JWKS_URL, GATEWAY_AUDIENCE/);
  assert.match(err, /\nrelevo: database: The database does not answer: .* Start Postgres/);
  assert.match(err, /\nrelevo: gateway: Missing: /);
  await Deno.remove(dataDir, { recursive: true });
});
