import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { type Cluster, serverUser } from "../support/cluster.ts";
import { startKeyServer } from "../support/gateway.ts";
import { readCommands, runAsServer } from "../support/page_commands.ts";
import type { App } from "../support/process.ts";
import { ask as askServer, serverProgram } from "../support/standby.ts";
import { until } from "../support/wait.ts";
import { ask } from "./support/client.ts";
import { adminUrlOf, onServer, openStage, testOn } from "./support/stage.ts";

const email = "ana@taller.example";
const settings = /^export (\w+)=(.*)$/gm;

testOn(["postgres"], "the page's commands bring back a contact that was deleted", async (kind) => {
  await using keys = await startKeyServer();
  await using stage = await openStage(kind, {
    env: { GATEWAY_JWKS_URL: keys.jwksUrl, INITIAL_ADMIN_EMAIL: email },
  });
  const cluster = stage.cluster!;
  const folder = await Deno.makeTempDir({ prefix: "relevo-archive-" });
  const { uid, gid } = serverUser();
  if (uid !== undefined) await Deno.chown(folder, uid, gid!);
  const [{ data_directory: data }] = await askServer(cluster, "show data_directory") as [
    { data_directory: string },
  ];
  const { hostname, port, password } = new URL(cluster.adminUrl);
  const env: Record<string, string> = {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: "postgres",
    PGPASSWORD: password,
  };
  const own: Record<string, string> = {
    PGBIN: dirname(serverProgram("postgres")),
    PGDATA: data,
    ARCHIVE: join(folder, "log"),
    BASES: join(folder, "base"),
  };
  let app: App = await stage.start();
  const services: Record<string, () => Promise<unknown>> = {
    "restart postgresql": () => cluster.restart(),
    "stop postgresql": () => cluster.stop(),
    "start postgresql": () => cluster.start(),
    "stop relevo relevo-gateway": () => app.stop(),
    "start relevo relevo-gateway": async () => app = await stage.start({ env: { HELD: "1" } }),
  };
  const blocks = await readCommands("docs/operating/point-in-time.md");
  /** Word for word, but for what the page has operators say, and for services. */
  const run = async (text: string) => {
    const variables = [...text.matchAll(settings)];
    if (variables.length > 0) {
      for (const [, name] of variables) env[name!] = own[name!]!;
      return;
    }
    const verbs = [...text.matchAll(/^sudo systemctl (.+)$/gm)];
    for (const [, verb] of verbs) await services[verb!]!();
    if (verbs.length === 0) await runAsServer(text, env);
  };
  const follow = async (heading: string) => {
    const section = blocks.filter((block) => block.heading === heading);
    assert.ok(section.length > 0, heading);
    for (const { text } of section) await run(text);
  };
  const member = async (method: string, path: string) => {
    const token = await keys.sign({ email, aud: "relevo-tests", sub: email });
    const headers = { "Cf-Access-Jwt-Assertion": token };
    return await ask(app.url, method, `/api/admin${path}`, { headers });
  };
  const write = (message: string) =>
    ask(app.url, "POST", "/api/contact", {
      json: { email: `${message}@cliente.example`, message, elapsed_ms: 9_000 },
    });
  const contacts = async (): Promise<Record<string, number>> => {
    const { body } = await member("GET", "/contacts?company_id=1");
    return Object.fromEntries(
      body.data.map(({ id, email }: { id: number; email: string }) => [email.split("@")[0], id]),
    );
  };

  await follow("Once");
  await write("first");
  await follow("Each week");
  await untilLater(cluster, await clockOf(cluster));
  await write("second");
  const { first, second } = await contacts();
  own.TARGET = await clockOf(cluster);
  await untilLater(cluster, own.TARGET);
  for (const id of [first, second]) {
    const deleted = await member("DELETE", `/contacts/${id}?company_id=1`);
    assert.ok(deleted.status < 300, JSON.stringify(deleted.body));
  }
  await write("third");
  assert.deepEqual(Object.keys(await contacts()), ["third"]);

  await follow("Going back");
  await follow("Starting held");
  assert.deepEqual(await contacts(), { second, first });
  const { body } = await member("GET", "/me");
  assert.ok(body.data.held, "it is held");
  await onServer(adminUrlOf(cluster, stage.databaseUrl!), async (sql) => {
    assert.deepEqual(await sql("select timeline_id from pg_control_checkpoint()"), [
      { timeline_id: 2 },
    ]);
  });
  await Deno.remove(folder, { recursive: true });
});

async function clockOf(cluster: Cluster): Promise<string> {
  const [row] = await askServer(cluster, "select now()::text as now");
  return row!.now as string;
}

/** The clock of the server has gone on by a second: the page's names have no smaller parts. */
async function untilLater(cluster: Cluster, time: string): Promise<void> {
  await until(async () => {
    const [row] = await askServer(
      cluster,
      `select now() > '${time}'::timestamptz + '1 s' as later`,
    );
    return row!.later;
  }, { what: "the next second" });
}
