/** The page of two machines as it stands: two apps and two gateways on addresses of their own. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import deno from "@/deno.json" with { type: "json" };
import { install } from "../backup/installation.ts";
import { runTask } from "../commands/harness.ts";
import { examine } from "../doctor/scene.ts";
import { Visitor } from "../gateway/support/visitor.ts";
import { authorityPem, certificateFor } from "../support/certificates.ts";
import { findServerPrograms, startCluster } from "../support/cluster.ts";
import { type Group, startGroup } from "../support/group.ts";
import { findHaproxy, startHaproxy } from "../support/haproxy.ts";
import { readCommands } from "../support/page_commands.ts";
import { freePort } from "../support/process.ts";
import { until } from "../support/wait.ts";

type Part = "start" | "gateway";
type Env = Record<string, string>;

const logins = { owner: "relevo_owner", login: "relevo", gateway: "relevo_gateway" };
const page = "docs/operating/two-machines.md";
const onPage = ["10.0.0.1", "10.0.0.2"];
const email = "ana@example.com";
const ports = { start: 8000, gateway: 8080 };

Deno.test({
  name: "two machines as their page has them stop in turn, and no call fails",
  ignore: Deno.build.os !== "linux" || !findServerPrograms() || !findHaproxy(),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "relevo-machines-" });
    await using open = new AsyncDisposableStack();
    open.defer(() => Deno.remove(folder, { recursive: true }));
    const cluster = open.use(await startCluster({ fsync: false }));
    const { env } = await install(cluster, { database: "relevo", folder, logins });
    const { host, password } = new URL(env.DATABASE_URL);
    const port = freePort();
    const origin = `https://localhost:${port}`;
    const client = open.use(Deno.createHttpClient({ caCerts: [authorityPem()] }));
    const addresses = freeAddresses();
    const [written, ofBackups] = await settingsOf((text) =>
      text.replaceAll("10.0.0.3,10.0.0.4", host).replaceAll("PASSWORD", password)
        .replaceAll("https://crm.example.com", origin)
        .replaceAll(/10\.0\.0\.[12]/g, (one) => addresses[onPage.indexOf(one)]!)
    );
    const machines = addresses.map((address, at) =>
      new Machine(address, {
        ...written,
        ...{ HOST: address, GATEWAY_HOST: address },
        GATEWAY_JWKS_URL: written.GATEWAY_JWKS_URL!.replace(addresses[0]!, address),
        GATEWAY_APP_URL: at === 0
          ? written.GATEWAY_APP_URL!
          : written.GATEWAY_APP_URL!.split(",").toReversed().join(),
        DATA_DIR: join(folder, `data${at}`),
        GATEWAY_DATA_DIR: join(folder, `gateway${at}`),
        ...{ CONTACT_LIMIT_PER_ADDRESS: "0", CONTACT_LIMIT_PER_DAY: "0" },
        ...{ MEMBER_LIMIT_PER_SECOND: "0", ANONYMOUS_LIMIT_PER_SECOND: "0" },
      })
    );
    const [one, two] = machines as [Machine, Machine];
    for (const machine of machines) {
      open.use(machine);
      for (const part of ["start", "gateway"] as const) await machine.start(part);
    }
    const gateways = machines.map((machine) => machine.urlOf("gateway"));
    open.use(await startHaproxy(gateways, {}, port, certificateFor()));
    const person = new Visitor(origin, undefined, client);
    const me = (base = origin) =>
      fetch(`${base}/api/admin/me`, { headers: { cookie: person.cookie }, ...{ client } });

    const { out, err } = await runTask("member", ["recover", "--email", email], one.env);
    const [, token] = /\/enter\/([\w-]+)$/m.exec(out) ?? [];
    assert.ok(token, out + err);
    assert.equal((await person.redeem(token)).status, 200);
    for (const machine of machines) {
      const answer = await me(machine.urlOf("gateway"));
      assert.equal((await answer.json()).data.email, email);
    }

    const calls = new Calls(origin, client, me).start();
    await calls.progress(20);
    await one.stop("start");
    await calls.progress(20);
    await one.start("start");
    await calls.progress(20);

    await two.stop("gateway");
    await calls.progress(20);
    await two.start("gateway");
    await calls.progress(20);

    await calls.finish();
    assert.deepEqual(calls.failures, []);

    const creation = await person.ask("POST", "/api/admin/channels?company_id=1", {
      body: JSON.stringify({ kind: "program", channel: "other", name: "Bot", settings: {} }),
      headers: { "content-type": "application/json", accept: "application/json" },
    });
    assert.equal(creation.status, 201, creation.text);
    one.kill();
    for (let times = 0; times < 4; times++) assert.equal((await me()).status, 200);

    const file = join(folder, "a.tar");
    const backup = await runTask("backup", ["--output", file], ofBackups);
    assert.equal(backup.code, 0, backup.err);
    assert.match(backup.err, /^\d+ rows of \d+ tables as of \S+, with the gateway's, \d+ bytes$/m);
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);

    const { of } = await examine({
      ...one.env,
      SECRETS_KEYS: randomBytes(32).toString("base64"),
      DATABASE_URL: one.env.DATABASE_URL!.replace("127.0.0.1", "localhost"),
    });
    assert.deepEqual([of("secrets").state, of("copy").state], ["failure", "warning"]);
    one.env.GATEWAY_SECRET = randomBytes(32).toString("hex");
    await using alone = one.run("gateway");
    const line = `"app":"${two.urlOf("start")}","state":"other_secret"`;
    await until(() => alone.output().includes(line), { what: "the other secret's line" });
    alone.signal("SIGTERM");
    await alone.exited;
    one.env.GATEWAY_AUTH_SECRET = randomBytes(32).toString("hex");
    await using gateway = one.run("gateway");
    assert.equal(await gateway.exited, 1);
    assert.match(gateway.output(), /^relevo: GATEWAY_AUTH_SECRET is not the one /m);
  },
});

/** The lines of the page's files, with secrets made as it says: of both processes, and of back-ups. */
async function settingsOf(replaced: (text: string) => string): Promise<[Env, Env]> {
  const blocks = (await readCommands(page)).filter(({ heading }) => heading === "Set up");
  const [app, common, gateway, backup] = blocks.map(({ text }) => replaced(text));
  return [read([app, common, gateway].join("")), read(backup!)];
}

function read(text: string): Env {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => {
      const [, form] = /^the output of: openssl rand -(hex|base64) 32$/.exec(value!) ?? [];
      return [name, form ? randomBytes(32).toString(form as "hex" | "base64") : value!];
    }),
  );
}

/** Two of this machine's own on which nobody listens at the usual ports. */
function freeAddresses(): string[] {
  const free: string[] = [];
  while (free.length < 2) {
    const address = `127.${[...randomBytes(2)].map((byte) => byte || 1).join(".")}.1`;
    try {
      for (const port of Object.values(ports)) Deno.listen({ hostname: address, port }).close();
      free.push(address);
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  return free;
}

class Machine implements AsyncDisposable {
  #running = new Map<Part, Group>();

  constructor(private readonly address: string, readonly env: Env) {}

  urlOf(part: Part): string {
    return `http://${this.address}:${ports[part]}`;
  }

  run(part: Part): Group {
    return startGroup(deno.tasks[part].split(" ").slice(1), this.env);
  }

  async start(part: Part): Promise<void> {
    const group = this.run(part);
    this.#running.set(part, group);
    await until(async () => {
      const answer = await fetch(`${this.urlOf(part)}/readyz`);
      await answer.body?.cancel();
      return answer.status === 200;
    }, { what: `${part} to be ready` }).catch((error) => {
      throw new Error(`${error.message}\n${group.output()}`);
    });
  }

  /** As systemd does it. */
  async stop(part: Part): Promise<void> {
    const group = this.#running.get(part)!;
    group.signal("SIGTERM");
    assert.equal(await group.exited, 0, group.output());
  }

  kill(): void {
    for (const group of this.#running.values()) group.signal("SIGKILL", "group");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const group of this.#running.values()) await group[Symbol.asyncDispose]();
  }
}

/** A member who looks and a site that posts, one call after the other. */
class Calls {
  readonly failures: string[] = [];
  #count = 0;
  #isOver = false;
  #loops: Promise<void>[] = [];

  constructor(
    private readonly origin: string,
    private readonly client: Deno.HttpClient,
    private readonly me: () => Promise<Response>,
  ) {}

  start(): this {
    this.#loops = [this.me, () => this.#post()].map((call) => this.#repeat(call));
    return this;
  }

  #post(): Promise<Response> {
    const json = { email: `${this.#count}@cliente.example`, message: "Hola", elapsed_ms: 9_000 };
    return fetch(`${this.origin}/api/contact`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
      ...{ client: this.client },
    });
  }

  async #repeat(call: () => Promise<Response>): Promise<void> {
    while (!this.#isOver) {
      try {
        const answer = await call();
        const text = await answer.text();
        if (!answer.ok) this.failures.push(`${answer.status} ${text}`);
      } catch (error) {
        this.failures.push(String(error));
      }
      this.#count++;
    }
  }

  progress(count: number): Promise<unknown> {
    const goal = this.#count + count;
    return until(() => this.#count >= goal, { what: `${count} calls` });
  }

  async finish(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }
}
