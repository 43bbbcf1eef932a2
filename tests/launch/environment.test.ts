/** The environments of the app and its gateway, launched with one file of settings for both. */
import assert from "node:assert/strict";
import { join } from "node:path";
import deno from "@/deno.json" with { type: "json" };
import { settingNames } from "@/gateway/config.ts";
import { environmentOf } from "@/lib/launch/environment.ts";
import { mailVariables } from "@/lib/mail/settings.ts";
import { makeSecretsKey } from "../support/channel_account.ts";
import { root } from "../tidy/sources.ts";
import { startGroup } from "../support/group.ts";
import { freePort } from "../support/process.ts";
import { deadline, patienceMs, until } from "../support/wait.ts";

const config = await Deno.readTextFile(join(root, "lib/service/config.ts"));
const appNames = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name!)
  .concat(Object.keys(mailVariables));
const gatewaySecrets = ["GATEWAY_AUTH_SECRET", "GATEWAY_DATABASE_URL"];
const appSecrets = [
  ...["SECRETS_KEYS", "DATABASE_URL", "MIGRATE_DATABASE_URL"],
  ...["GOOGLE_OAUTH_CLIENT_SECRET", "MICROSOFT_OAUTH_CLIENT_SECRET"],
];

const secretsKey = makeSecretsKey();

/** Settings of both processes with a mark in each secret. `own` are those that must be true. */
function settings(folder: string, own: Record<string, string>): Record<string, string> {
  const port = freePort();
  return {
    PUBLIC_URL: `http://localhost:${port}`,
    HOST: "127.0.0.1",
    PORT: String(freePort()),
    DATA_DIR: join(folder, "data"),
    GATEWAY_PORT: String(port),
    GATEWAY_DATA_DIR: join(folder, "gateway"),
    GATEWAY_SECRET: "shared-by-the-app-and-its-gateway",
    GATEWAY_AUDIENCE: "relevo-tests",
    GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
    GATEWAY_AUTH_SECRET: "of-the-gateway alone, in this test",
    GATEWAY_DATABASE_URL: "postgres://gateway:of-the-gateway@127.0.0.1:1/none",
    SMTP_PASSWORD: "of-both",
    SECRETS_KEYS: secretsKey,
    GOOGLE_OAUTH_CLIENT_ID: "of-the-app",
    GOOGLE_OAUTH_CLIENT_SECRET: "of-the-app",
    MICROSOFT_OAUTH_CLIENT_ID: "of-the-app",
    MICROSOFT_OAUTH_CLIENT_SECRET: "of-the-app",
    DATABASE_URL: "postgres://app:of-the-app@127.0.0.1:1/none",
    MIGRATE_DATABASE_URL: "postgres://owner:of-the-app@127.0.0.1:1/none",
    OTHER_PROGRAMS_TOKEN: "of-neither",
    ...own,
  };
}

/** Environment of the process that a task's launcher started, once it listens. */
async function launched(task: "start" | "gateway", env: Record<string, string>) {
  await using group = startGroup(deno.tasks[task].split(" ").slice(1), env);
  const listens = () => group.output().includes('"event":"listening"');
  const ended = group.exited.then(() => assert.fail(group.output()));
  await Promise.race([until(listens, { what: `${task} to listen` }), ended]);
  // It may have started others.
  const entry = deno.tasks[task].split(" ").at(-1)!;
  const [child] = (await output("pgrep", ["-P", String(group.pid), "-f", entry])).split("\n");
  // Deno reads /proc only with every right, which tests do not have.
  const text = await output("cat", [`/proc/${child}/environ`]);
  group.signal("SIGTERM");
  await deadline(group.exited, patienceMs, `${task} to end`);
  const pairs = text.split("\0").filter(Boolean).map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return { text, env: Object.fromEntries(pairs) as Record<string, string> };
}

async function output(command: string, args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(command, { args }).output();
  return new TextDecoder().decode(stdout);
}

Deno.test("the gateway's process has no setting of the app alone, nor the app one of its", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-environment-" });
  const embedded = { GATEWAY_DATABASE_URL: "" };
  const gateway = await launched("gateway", settings(folder, embedded));
  assert.equal(gateway.env.GATEWAY_SECRET, "shared-by-the-app-and-its-gateway");
  assert.equal(gateway.env.GATEWAY_AUTH_SECRET, "of-the-gateway alone, in this test");
  assert.doesNotMatch(gateway.text, /of-the-app|of-neither/);
  assert.ok(!gateway.text.includes(secretsKey));

  const app = await launched(
    "start",
    settings(folder, { DATABASE_URL: "", MIGRATE_DATABASE_URL: "" }),
  );
  assert.equal(app.env.GATEWAY_SECRET, "shared-by-the-app-and-its-gateway");
  assert.equal(app.env.SECRETS_KEYS, secretsKey);
  assert.doesNotMatch(app.text, /of-the-gateway|of-neither/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("each setting reaches the process that reads it, and a secret no other", () => {
  const all = [...new Set([...appNames, ...settingNames, "LC_ALL", "OTHER", "XSECRETS_KEYS"])];
  assert.ok(appNames.length > 30 && settingNames.length > 15);
  const env = Object.fromEntries(all.map((name) => [name, "x"]));
  const [forApp, forGateway] = (["start", "gateway"] as const)
    .map((process) => Object.keys(environmentOf(process, env)));
  const inOrder = (names: string[]) => all.filter((name) => names.includes(name));
  assert.deepEqual(inOrder(forApp!), inOrder([...appNames, "LC_ALL"]));
  // GATEWAY_* of the app are the key set's address and no secret.
  assert.deepEqual(
    inOrder(forGateway!),
    inOrder([...settingNames, "GATEWAY_JWKS_URL", "LC_ALL"]),
  );
  const own = { BACKUP_DATABASE_URL: "x", ...env };
  assert.ok(!Object.keys(environmentOf("start", own)).includes("BACKUP_DATABASE_URL"));
  for (const name of gatewaySecrets) assert.ok(!forApp!.includes(name), name);
  for (const name of appSecrets) assert.ok(!forGateway!.includes(name), name);
});
