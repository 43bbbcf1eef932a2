/** compose.yaml against what it names: settings, secrets, files of the release, the Dockerfile. */
import assert from "node:assert/strict";
import { join, normalize } from "node:path";
import { readGatewayConfig } from "@/gateway/config.ts";
import { environmentOf } from "@/lib/launch/environment.ts";
import { secretNames } from "@/lib/launch/secret_files.ts";
import { readConfig } from "@/lib/service/config.ts";
import { version } from "@/lib/tools/version.ts";
import { root } from "../tidy/sources.ts";
import { mountsOf, packaging, readCompose, type Service } from "./support/compose.ts";
import { configOf, readDockerfile } from "./support/dockerfile.ts";

const compose = await readCompose({
  RELEVO_DOMAIN: "crm.shop.example",
  RELEVO_EMAIL: "ana@shop.example",
});
const services = Object.entries(compose.services);
const own = services.filter(([, service]) => service.build);
const { app, gateway, secrets, caddy } = compose.services as Record<string, Service>;

Deno.test("every variable that compose.yaml asks for is in the sample of .env, and no other", async () => {
  const [text, sample] = await Promise.all(
    ["compose.yaml", "compose.env.sample"].map((name) => Deno.readTextFile(join(packaging, name))),
  );
  const names = new Set([...text!.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
  const sampled = [...sample!.matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  assert.deepEqual([...names].sort(), sampled.sort());
  await assert.rejects(() => readCompose({ RELEVO_DOMAIN: "x" }), /RELEVO_EMAIL has no value/);
});

Deno.test("images are named with a tag, ours with the version, and only the proxy listens outside", () => {
  for (const [name, { image }] of services) assert.match(image, /^[a-z]+:[\w.-]*\d[\w.-]*$/, name);
  for (const [name, { image }] of own) assert.equal(image, `relevo:${version}`, name);
  const outside = services.filter(([, { ports }]) => ports).map(([name]) => name);
  assert.deepEqual(outside, ["caddy"]);
  assert.deepEqual(caddy!.ports, ["80:80", "443:443", "443:443/udp"]);
});

Deno.test("our containers cannot write their root, have no rights, and have time to stop", () => {
  assert.deepEqual(own.map(([name]) => name), [
    "secrets",
    "builds",
    "app",
    "gateway",
    "backup",
    "restore",
  ]);
  for (const [name, service] of own) {
    assert.deepEqual([service.read_only, service.cap_drop], [true, ["ALL"]], name);
    assert.ok(parseInt(service.stop_grace_period!) >= 2 * 10, name);
  }
});

Deno.test("what a container mounts is a volume that is declared, or a file of the release", async () => {
  const mounted = new Set<string>();
  for (const [name, service] of services) {
    for (const { from, ro } of mountsOf(service)) {
      if (!from.startsWith("./")) {
        mounted.add(from);
        continue;
      }
      assert.ok(ro, `${name}: ${from}`);
      const places = [packaging, root].map((folder) => normalize(join(folder, from)));
      const files = await Promise.all(places.map((path) => Deno.stat(path).catch(() => null)));
      assert.ok(files.some((file) => file?.isFile), `${name}: ${from}`);
    }
    for (const other of Object.keys(service.depends_on ?? {})) {
      assert.ok(Object.hasOwn(compose.services, other), `${name}: ${other}`);
    }
  }
  assert.deepEqual([...mounted].sort(), Object.keys(compose.volumes).sort());
});

Deno.test("a secret comes from a file that is made, by a mount that its service has", async () => {
  const script = await Deno.readTextFile(join(packaging, "container/secrets"));
  const files = new Set(
    [...script.matchAll(/^ *keep "?([\w/]+) /gm)].map(([, path]) => `/secrets/${path}`),
  );
  assert.match(script, /^for role in superuser .*; do\n {2}keep "database\/\$role"/m);
  files.add("/secrets/database/superuser");
  for (const [name, service] of services) {
    const environment = Object.entries(service.environment ?? {});
    for (const secret of secretNames) assert.ok(!Object.hasOwn(service.environment ?? {}, secret));
    for (const [variable, path] of environment.filter(([key]) => key.endsWith("_FILE"))) {
      const mount = mountsOf(service).find(({ to }) => path.startsWith(`${to}/`));
      assert.ok(mount?.ro, `${name}: ${variable}`);
      const { to } = mountsOf(secrets!).find(({ from }) => from === mount.from)!;
      assert.ok(files.has(path.replace(mount.to, to)), `${name}: ${variable}`);
    }
  }
  // The gateway has none of the app's, nor the app any of the gateway's.
  assert.ok(mountsOf(app!).every(({ from }) => from !== "secrets-gateway"));
  assert.ok(mountsOf(gateway!).every(({ from }) => from !== "secrets-app"));
});

/** The environment as the launcher makes it, with a text in each secret. */
async function launched(process: "start" | "gateway", { environment = {} }: Service) {
  const folder = await Deno.makeTempDir();
  const values: Record<string, string> = {
    SECRETS_KEYS: btoa("k".repeat(32)),
    GATEWAY_SECRET: "a".repeat(64),
    GATEWAY_AUTH_SECRET: "b".repeat(64),
  };
  const env = Object.entries(environment).map(([name, value]) => {
    if (!name.endsWith("_FILE")) return [name, value];
    const secret = name.slice(0, -"_FILE".length);
    const path = join(folder, secret);
    Deno.writeTextFileSync(path, values[secret] ?? "postgres://relevo:x@database/relevo");
    return [name, path];
  });
  const variables = environmentOf(process, Object.fromEntries(env));
  assert.equal(Object.keys(variables).length, env.length, "a setting that it does not read");
  return variables;
}

Deno.test("the app and the gateway take their settings, and find each other", async () => {
  const image = configOf(readDockerfile(await Deno.readTextFile(join(packaging, "Dockerfile"))));
  const { MIGRATE_DATABASE_URL: owner, ...serving } = await launched("start", app!);
  assert.ok(owner);
  const config = readConfig({ ...image.env, ...serving });
  assert.equal(config.publicUrl, "https://crm.shop.example");
  assert.equal(config.secretsKeys.length, 1);
  const inFront = readGatewayConfig({ ...image.env, ...await launched("gateway", gateway!) });
  assert.deepEqual(inFront.appUrls, [`http://app:${config.port}`]);
  assert.equal(config.gateway?.jwksUrl, `http://gateway:${inFront.port}/.gateway/jwks`);
  assert.equal(caddy!.environment!.RELEVO_GATEWAY, `gateway:${inFront.port}`);
  assert.deepEqual(config.gateway?.audience, [inFront.audience]);
  assert.equal(config.gatewaySecret, inFront.secret);
  assert.deepEqual([config.host, inFront.host], ["0.0.0.0", "0.0.0.0"]);
});

Deno.test("data is in volumes, and the image's user is none that a machine has", async () => {
  const image = configOf(readDockerfile(await Deno.readTextFile(join(packaging, "Dockerfile"))));
  assert.equal(image.user, "10001:10001");
  const writable = (service: Service) =>
    mountsOf(service).filter(({ ro }) => !ro).map(({ to }) => to);
  assert.deepEqual(writable(app!), image.volumes);
  assert.deepEqual(writable(gateway!), image.volumes);
  for (const name of ["DATA_DIR", "GATEWAY_DATA_DIR", "TMPDIR", "HOME"]) {
    assert.equal(image.env[name], "/data", name);
  }
});
