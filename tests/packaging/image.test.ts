/** The image, laid out as its Dockerfile says, run as compose.yaml says beside a real Postgres. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findDebianRoot, findMmdebstrap } from "../support/debian_root.ts";
import { mayMount } from "../faults/support/small_disk.ts";
import { Visitor } from "../gateway/support/visitor.ts";
import { type Cluster, findServerPrograms, startCluster } from "../support/cluster.ts";
import { message } from "../notify/scene.ts";
import { freePort } from "../support/process.ts";
import { packedRelease } from "../support/release_archive.ts";
import { deadline, patienceMs, until } from "../support/wait.ts";
import { type Compose, mountsOf, readCompose } from "./support/compose.ts";
import { buildImage, type Container, type Image, runContainer } from "./support/image.ts";

const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && findServerPrograms() !== null;
const ana = "ana@shop.example";

Deno.test({
  name: "an image of the release serves as its user, and writes to its volumes alone",
  ignore: !(mayMount && findMmdebstrap() && hasPostgres),
  // Connections that fetch keeps belong to no test.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    const debian = await findDebianRoot();
    if (!debian) return; // it has said why
    const { folder } = await packedRelease();
    await using cluster = await startCluster({ fsync: false });
    await using image = await buildImage(debian, folder);
    await using installation = await Installation.make(image, { folder, cluster });
    await t.step("secrets are made once", () => makeSecrets(installation));
    await t.step("builds of others stay beside its own", () => layBuilds(installation));
    await t.step("roles are made, and made again", () => makeRoles(installation));
    await using app = await installation.start("app");
    await using gateway = await installation.start("gateway");
    await t.step("both become healthy", async () => {
      await installation.untilHealthy("app", app);
      await installation.untilHealthy("gateway", gateway);
    });
    await t.step("a person signs in", () => signIn(installation));
    await t.step("a program sends", () => send(installation));
    await t.step("a back-up is made by itself", () => backUp(installation));
    await t.step("they stop in order", async () => {
      for (const container of [gateway, app]) {
        assert.equal(await deadline(container.stop(), patienceMs, "its end"), 0);
        assert.match(container.output(), /"event":"stopped"/);
      }
    });
    await t.step("the back-up is restored", () => restore(installation));
  },
});

/** What `docker compose` makes of compose.yaml, in this machine's network. */
class Installation {
  readonly appUrl: string;
  readonly origin: string;
  readonly #host: Record<string, string>;

  private constructor(
    readonly image: Image,
    readonly folder: string,
    readonly cluster: Cluster,
    readonly compose: Compose,
    readonly volumes: string,
  ) {
    const [port, gatewayPort] = [freePort(), freePort()];
    this.appUrl = `http://127.0.0.1:${port}`;
    this.origin = `http://localhost:${gatewayPort}`;
    this.#host = {
      PORT: String(port),
      GATEWAY_PORT: String(gatewayPort),
      GATEWAY_APP_URL: this.appUrl,
      GATEWAY_JWKS_URL: `http://127.0.0.1:${gatewayPort}/.gateway/jwks`,
      PUBLIC_URL: this.origin,
      DATABASE_HOST: new URL(cluster.adminUrl).host,
    };
  }

  static async make(
    image: Image,
    { folder, cluster }: { folder: string; cluster: Cluster },
  ): Promise<Installation> {
    const compose = await readCompose({ RELEVO_DOMAIN: "crm.shop.example", RELEVO_EMAIL: ana });
    const volumes = await Deno.makeTempDir({ prefix: "relevo-volumes-" });
    const installation = new Installation(image, folder, cluster, compose, volumes);
    // A volume is owned as the folder of the image is that has it first.
    for (const service of Object.values(compose.services)) {
      for (const { from, to } of mountsOf(service)) {
        const volume = join(volumes, from);
        if (!Object.hasOwn(compose.volumes, from) || existsSync(volume)) continue;
        await Deno.mkdir(volume);
        if (service.build) await own(volume, image, to);
      }
    }
    return installation;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.volumes, { recursive: true });
  }

  /** Runs a service, or another command beside it as `docker compose exec` does. */
  start(name: string, command?: string[]): Promise<Container> {
    const service = this.compose.services[name]!;
    const { config } = this.image;
    const usual = [...service.entrypoint ?? config.entrypoint, ...service.command ?? []];
    const settings = Object.entries({ ...service.environment, ...this.#host })
      .filter(([key]) => key in (service.environment ?? {}) || key in this.#host);
    return runContainer(this.image, {
      command: command ?? usual,
      env: Object.fromEntries(settings),
      mounts: mountsOf(service).map(({ from, to, ro }) => ({
        host: join(this.volumes, from),
        inside: to,
        isReadOnly: ro,
      })),
    });
  }

  async run(name: string, command?: string[]): Promise<string> {
    await using container = await this.start(name, command);
    const code = await deadline(container.exited, patienceMs, `the end of ${command ?? name}`);
    assert.equal(code, 0, container.output());
    return container.output();
  }

  /** By the check that the container engine makes. */
  async untilHealthy(name: string, container: Container): Promise<void> {
    const { healthcheck } = this.compose.services[name]!;
    const test = healthcheck?.test?.slice(1) ?? this.image.config.healthcheck;
    const port = { 8000: this.#host.PORT, 8080: this.#host.GATEWAY_PORT } as Record<string, string>;
    const command = test.map((word) => port[word] ?? word);
    const ended = container.exited.then(() => assert.fail(container.output()));
    const healthy = until(async () => {
      await using check = await this.start(name, command);
      return await check.exited === 0;
    }, { what: `${name} to be healthy` });
    await Promise.race([healthy, ended]);
  }
}

async function own(volume: string, image: Image, inside: string): Promise<void> {
  const { uid, gid, mode } = await Deno.stat(join(image.layers.split(":")[0]!, inside));
  // Deno's own call needs a right that tests do not have.
  const { success } = await new Deno.Command("chown", { args: [`${uid}:${gid}`, volume] }).output();
  assert.ok(success);
  await Deno.chmod(volume, mode! & 0o777);
}

async function makeSecrets(installation: Installation): Promise<void> {
  const { cluster, volumes } = installation;
  // Postgres has a password here already: what is there stays.
  const superuser = join(volumes, "secrets-database/superuser");
  await Deno.writeTextFile(superuser, new URL(cluster.adminUrl).password);
  const first = await installation.run("secrets");
  assert.match(first, /made app\/SECRETS_KEYS\n/);
  assert.doesNotMatch(first, /superuser/);
  assert.equal(await installation.run("secrets"), "");
  const file = join(volumes, "secrets-app/SECRETS_KEYS");
  assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
}

async function layBuilds(installation: Installation): Promise<void> {
  const folder = join(installation.volumes, "builds");
  const others = [1, 2, 3, 4].map((n) => String(n).padStart(40, "0"));
  for (const [at, name] of others.entries()) {
    await Deno.mkdir(join(folder, name));
    const time = new Date(Date.UTC(2026, 0, at + 1));
    await Deno.utime(join(folder, name), time, time);
  }
  await installation.run("builds");
  const own = [...Deno.readDirSync(join(installation.folder, "_fresh/builds"))].map(({ name }) =>
    name
  );
  const builds = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  assert.deepEqual(builds, [...own, ...others.slice(2)].sort());
}

/** With the programs of this machine's Postgres, whose image is another. */
async function makeRoles({ folder, cluster, volumes, compose }: Installation): Promise<void> {
  const { roles } = compose.services;
  const scripts = await Deno.makeTempDir({ prefix: "relevo-roles-" });
  for (const { from, to } of mountsOf(roles!)) {
    if (from.startsWith("./")) await Deno.copyFile(join(folder, from), join(scripts, to.slice(7)));
  }
  const { port } = new URL(cluster.adminUrl);
  for (let count = 0; count < 2; count++) {
    const { success, stderr } = await new Deno.Command(
      join(scripts, roles!.entrypoint![0]!.slice(7)),
      {
        env: {
          PATH: `${findServerPrograms()}:${Deno.env.get("PATH")}`,
          PGHOST: "127.0.0.1",
          PGPORT: port,
          SECRETS_FOLDER: join(volumes, "secrets-database"),
          SCRIPTS_FOLDER: scripts,
        },
      },
    ).output();
    assert.ok(success, new TextDecoder().decode(stderr));
  }
  await Deno.remove(scripts, { recursive: true });
}

async function signIn(installation: Installation): Promise<void> {
  const recover = ["bin/relevo", "member", "recover", "--email", ana];
  const printed = await installation.run("app", recover);
  const link = printed.match(new RegExp(`${installation.origin}/\\S+`))![0];
  const person = new Visitor(installation.origin);
  const redeemed = await person.redeem(link.split("/").at(-1)!);
  assert.equal(redeemed.status, 200, redeemed.text);
  const panel = await person.get("/panel?company_id=1");
  assert.equal(panel.status, 200, panel.text);
  const [script] = /\/_fresh\/js\/[0-9a-f]{40}\/[^"]+\.js/.exec(panel.text)!;
  assert.equal((await person.get(script)).status, 200);
}

async function send(installation: Installation): Promise<void> {
  const create = ["bin/relevo", "key", "create", "--company", "1", "--name", "shop"];
  const key = (await installation.run("app", create)).match(/\brlv_\S+|\S{30,}/)![0];
  const response = await fetch(`${installation.appUrl}/api/notify`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(message()),
  });
  assert.equal(response.status, 202, await response.text());
}

function backupsIn({ volumes }: Installation): string[] {
  return [...Deno.readDirSync(join(volumes, "backups"))].map(({ name }) => name)
    .filter((name) => /^relevo-.*Z\.tar$/.test(name));
}

async function backUp(installation: Installation): Promise<void> {
  await using backup = await installation.start("backup");
  const isThere = () => backupsIn(installation).length > 0;
  const ended = backup.exited.then(() => assert.fail(backup.output()));
  await Promise.race([until(isThere, { what: "the back-up" }), ended]);
  ended.catch(() => {}); // it is asked to
  assert.equal(await deadline(backup.stop(), patienceMs, "its end"), 0);
}

async function restore(installation: Installation): Promise<void> {
  const { entrypoint } = installation.compose.services.restore!;
  const [name] = backupsIn(installation);
  const command = [...entrypoint!, `/backups/${name}`, "--replace", "relevo"];
  const printed = await installation.run("restore", command);
  assert.match(printed, /^It is restored, and held/m);
  assert.doesNotMatch(printed, /left out/);
}
