/** `deno task gateway` as an operator runs it: its rights, its signals, what stops a start. */
import assert from "node:assert/strict";
import { join } from "node:path";
import deno from "@/deno.json" with { type: "json" };
import { commandFor, gatewayEntry } from "@/lib/launch/command.ts";
import { gatewayFiles } from "@/lib/launch/named_files.ts";
import { gatewayHosts } from "@/lib/launch/named_hosts.ts";
import { root } from "../tidy/sources.ts";
import { startGroup } from "../support/group.ts";
import { freePort } from "../support/process.ts";
import { deadline, patienceMs, until } from "../support/wait.ts";
import { readExposition, valueOf } from "../metrics/exposition.ts";
import { openMailbox } from "./support/mailbox.ts";
import { secret } from "./support/scene.ts";
import { startStandIn } from "./support/stand_in.ts";
import { Visitor } from "./support/visitor.ts";

const ana = "ana@shop.example";

async function scrape(port: number) {
  return readExposition(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
}

function run(env: Record<string, string>) {
  const group = startGroup(deno.tasks.gateway.split(" ").slice(1), {
    GATEWAY_SECRET: secret,
    GATEWAY_AUDIENCE: "relevo",
    ...env,
  });
  return {
    ...group,
    ended: () => deadline(group.exited, patienceMs, "the gateway to end"),
    printed: (text: string) =>
      until(() => group.output().includes(text), { what: `${text} in the log` }),
  };
}

Deno.test("gateway process: signs in with the rights it has, and stops in order", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-gateway-" });
  await using app = startStandIn({ secret });
  await using mailbox = await openMailbox();
  const [port, metricsPort] = [freePort(), freePort()];
  const origin = `http://localhost:${port}`;
  const env = {
    PUBLIC_URL: origin,
    GATEWAY_PORT: String(port),
    METRICS_PORT: String(metricsPort),
    GATEWAY_APP_URL: app.url,
    GATEWAY_DATA_DIR: join(folder, "data"),
    SMTP_HOST: "localhost",
    SMTP_PORT: String(mailbox.port),
    SMTP_SECURITY: "none",
    SMTP_FROM: "relevo@shop.example",
    // What an installation may have set for other programs changes nothing.
    TEST: "1",
    BETTER_AUTH_SECRET: "x",
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  };
  const person = new Visitor(origin);
  {
    await using gateway = run(env);
    await gateway.printed('"event":"listening"');
    assert.equal((await person.redeem(await app.invite(ana, 1))).status, 200);
    await person.form("/.gateway/code", { email: ana });
    const code = await mailbox.code(ana);
    const signed = await person.form("/.gateway/code/check", { email: ana, code });
    assert.equal(signed.status, 303);
    const forged = await person.form("/.gateway/logout", {}, { origin: "https://evil.example" });
    assert.equal(forged.status, 403);
    const pressed = await new Visitor(origin).form("/.gateway/login", { email: ana });
    assert.equal(pressed.status, 405, "the demo's press");

    const wrong = await new Visitor(origin).form("/.gateway/code/check", { email: ana, code: "1" });
    assert.equal(wrong.status, 400);

    const metrics = await scrape(metricsPort);
    const signIns = (way: string, outcome: string) =>
      valueOf(metrics, "relevo_gateway_sign_ins_total", { way, outcome });
    assert.deepEqual(
      [signIns("link", "done"), signIns("code", "done"), signIns("code", "code_wrong")],
      [1, 1, 1],
    );
    assert.equal(valueOf(metrics, "relevo_gateway_app_ready"), 1);
    assert.ok(!metrics.has("relevo_ready"), "the app's own are not here");
    await using same = run({ ...env, GATEWAY_DATA_DIR: join(folder, "other") });
    assert.equal(await same.ended(), 1);
    assert.match(same.output(), /^relevo: METRICS_HOST and METRICS_PORT .*: the port is taken$/m);

    const free = { GATEWAY_PORT: String(freePort()), METRICS_PORT: String(freePort()) };
    await using second = run({ ...env, ...free });
    assert.equal(await second.ended(), 1);
    assert.match(second.output(), /^relevo: another Relevo process is using /m);

    gateway.signal("SIGTERM");
    assert.equal(await gateway.ended(), 0);
    assert.match(gateway.output(), /"event":"stopped"/);
    assert.doesNotMatch(gateway.output(), /NotCapable|ana@shop|correct horse/);
  }
  {
    await using again = run(env);
    await again.printed('"event":"listening"');
    assert.equal((await person.get("/panel")).text, "the app");
    again.signal("SIGKILL");
    assert.equal(await again.ended(), 137);
    assert.match(again.output(), /"stopping",.*"signal":"launcher_ended"/);
  }
  assert.equal((await Deno.stat(join(folder, "data/secret"))).mode! & 0o777, 0o600);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("gateway process: what stops a start is said in few lines", async () => {
  await using unset = run({ GATEWAY_AUDIENCE: "" });
  assert.equal(await unset.ended(), 1);
  assert.match(
    unset.output(),
    /^relevo: wrong settings\n {2}PUBLIC_URL: is missing\n {2}GATEWAY_AUDIENCE: is missing$/m,
  );
  assert.doesNotMatch(unset.output(), / at /);
});

Deno.test("gateway process: it reads, writes and calls what its settings name", () => {
  const env = {
    GATEWAY_DATA_DIR: "/d",
    METRICS_PORT: "9102",
    GATEWAY_DATABASE_URL: "postgres://a:b@db.local/x?sslrootcert=/r.pem",
    GATEWAY_APP_URL: "https://app.local",
    SMTP_HOST: "mail.local",
    SMTP_SECURITY: "tls",
    DATABASE_URL: "postgres://a@%2Frun%2Fpg/x?sslkey=/k",
    DATA_DIR: "/other",
  };
  assert.deepEqual(gatewayFiles(env), { read: ["/r.pem"], write: ["/d"] });
  assert.deepEqual(gatewayHosts(env), [
    "127.0.0.1:8080",
    "app.local:443",
    "db.local:5432",
    "127.0.0.1:9102",
    "mail.local:465",
  ]);
  assert.deepEqual(gatewayHosts({ GATEWAY_HOST: "::", GATEWAY_PORT: "90" }), [
    "[::]:90",
    "127.0.0.1:8000",
    `unix:${root}/.gateway/control.sock`,
  ]);
  assert.ok(gatewayHosts({ GATEWAY_DATA_DIR: "/d" }).includes("unix:/d/control.sock"));
  const command = commandFor(gatewayEntry, { root, env });
  assert.ok(command.includes("-P=gateway"));
  const { permissions } = deno;
  assert.ok(!("run" in permissions.gateway) && !("ffi" in permissions.gateway));
  const ofTheApp = permissions.start.env.join(" ");
  assert.doesNotMatch(ofTheApp, /GATEWAY_(\*|AUTH|DATABASE)/);
});
