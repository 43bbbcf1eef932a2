/** The commands of "By hand" lead from an empty Postgres to somebody in the panel. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import deno from "@/deno.json" with { type: "json" };
import { type Cluster, findServerPrograms, startCluster } from "../support/cluster.ts";
import { startGroup } from "../support/group.ts";
import { freePort } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { Visitor } from "../gateway/support/visitor.ts";
import { root } from "../tidy/sources.ts";
import { blocks, section } from "./readme.ts";

const programs = findServerPrograms();
const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && programs !== null;
const text = section("By hand", "docs/operating/install.md");
const [database, settings, build, enable, firstPasskey, backup, doctor, ...more] = blocks(
  "sh",
  text,
);
const password = "p";

Deno.test("install: the browser's files are what the build makes, and the units run tasks", () => {
  assert.deepEqual(more, []);
  assert.deepEqual(build!.trim().split("\n"), ["deno install --frozen", "deno task build"]);
  assert.equal(enable, "systemctl enable --now relevo relevo-gateway\n");
  const units = blocks("ini", text).map(unitOf);
  assert.deepEqual(units.map(({ task }) => task), ["start", "gateway"]);
  for (const { task } of units) assert.ok(Object.hasOwn(deno.tasks, task), task);
  assert.match(text, /reverse_proxy 127\.0\.0\.1:8080/);
});

/** What a unit runs, and the files that its settings come from. */
function unitOf(unit: string): { task: string; files: string[] } {
  const [, task] = /^ExecStart=\/usr\/bin\/env deno task (\w+)$/m.exec(unit)!;
  const files = [...unit.matchAll(/^EnvironmentFile=(.+)$/gm)].map(([, file]) => file!);
  return { task: task!, files };
}

Deno.test({
  name: "install: few commands, then the browser, then the first passkey",
  ignore: !hasPostgres,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using cluster = await startCluster({ fsync: false });
    const folder = await Deno.makeTempDir({ prefix: "relevo-install-" });
    const [port, appPort] = [freePort(), freePort()];
    const here = (commands: string) =>
      commands.replaceAll("/etc/", `${folder}/`).replaceAll(
        /\/var\/(lib|backups)\//g,
        `${folder}/$1-`,
      ).replaceAll(
        "PASSWORD",
        password,
      )
        .replaceAll("https://crm.example.com", `http://localhost:${port}`)
        .replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`)
        .replaceAll("@localhost/", `@127.0.0.1:${new URL(cluster.adminUrl).port}/`);
    await bash(psqlOf(cluster) + withPasswords(database!));
    await bash(here(settings!));
    assert.equal((await Deno.stat(`${folder}/relevo-gateway.env`)).mode! & 0o777, 0o600);

    const elsewhere = {
      PORT: String(appPort),
      GATEWAY_PORT: String(port),
      GATEWAY_APP_URL: `http://127.0.0.1:${appPort}`,
    };
    const started = [];
    for (const unit of blocks("ini", text)) {
      const { task, files } = unitOf(here(unit));
      const env: Record<string, string> = {};
      for (const file of files) Object.assign(env, await settingsIn(file));
      const words = deno.tasks[task as "start"].split(" ").slice(1);
      started.push(startGroup(words, { ...env, ...elsewhere }));
    }
    try {
      for (const process of started) {
        await until(() => process.output().includes('"event":"listening"'), {
          what: "a process to listen",
        });
      }
      const output = await bash(here(firstPasskey!));
      const link = new RegExp(`^http://localhost:${port}/enter/([\\w-]{43})$`, "m").exec(output)!;
      const person = new Visitor(`http://localhost:${port}`);
      assert.match((await person.get(`/enter/${link[1]}`)).text, /ana@example\.com/);
      const answer = await person.redeem(link[1]!);
      assert.equal(answer.status, 200, answer.text);
      // Of companies 1 and 2: the panel asks which.
      const panel = await person.get("/panel?company_id=1");
      assert.equal(panel.status, 200);
      assert.match(panel.text, /\/\.gateway\/account/);
      await bash(here(backup!));
      const [file] = [...Deno.readDirSync(`${folder}/backups-relevo`)];
      assert.match(file!.name, /^relevo-.+\.tar$/);
      const report = await bash(`${here(doctor!).trim()} || true`);
      for (const name of ["settings", "database", "roles", "secrets", "public_url", "gateway"]) {
        assert.match(report, new RegExp(`^ok +${name} `, "m"), report);
      }
      // Caddy, which is not here, overwrites the header.
      assert.match(report, /^FAIL +proxy /m, report);
    } catch (error) {
      const logs = started.map((process) => process.output()).join("\n---\n");
      throw new Error(`${(error as Error).message}\n${logs}`, { cause: error });
    } finally {
      for (const process of started) await process[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** As on the machine, where postgres is the superuser and its psql is on the path. */
function psqlOf({ adminUrl }: Cluster): string {
  const { hostname, port, username, password } = new URL(adminUrl);
  return `export PGHOST=${hostname} PGPORT=${port} PGPASSWORD='${decodeURIComponent(password)}'
    export PGDATABASE=postgres
    PATH="$PSQL:$PATH"
    sudo() { shift 2; "$@"; }
    psql() { command psql --no-psqlrc -U ${username} "$@"; }\n`;
}

/** `\\password` asks a person twice. */
function withPasswords(commands: string): string {
  const pattern = /'\\password (\w+)'/g;
  assert.equal([...commands.matchAll(pattern)].length, 4);
  return commands.replaceAll(pattern, `"alter role $1 password '${password}'"`);
}

async function bash(commands: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euc", commands],
    cwd: root,
    env: {
      PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`,
      PSQL: dirname(await Deno.realPath(join(programs!, "initdb"))),
    },
  }).output();
  const decoder = new TextDecoder();
  assert.ok(success, `${commands}\n${decoder.decode(stderr)}`);
  return decoder.decode(stdout);
}

/** A file of settings, as systemd reads it. */
async function settingsIn(file: string): Promise<Record<string, string>> {
  const lines = (await Deno.readTextFile(file)).split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)];
  }));
}
