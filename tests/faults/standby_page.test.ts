import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { migrate } from "@/lib/db/migrate.ts";
import { openDatabase } from "@/lib/db/connection.ts";
import { readServer } from "@/lib/status/server.ts";
import { createLog } from "@/lib/tools/log.ts";
import { install } from "../backup/installation.ts";
import { type Cluster, serverUser, startCluster } from "../support/cluster.ts";
import { type Commands, readCommands, runAsServer } from "../support/page_commands.ts";
import { startApp } from "../support/process.ts";
import { addressOn, ask as askServer, serverProgram } from "../support/standby.ts";
import { until } from "../support/wait.ts";
import { ask } from "./support/client.ts";
import { testOn } from "./support/stage.ts";

interface Machine {
  server: Cluster;
  /** Variables of the page, with their values on this machine. */
  env: Record<string, string>;
}

const log = createLog("error");
const secret = "0f8ad2c4b1e39765";
const logins = { owner: "relevo_owner", login: "relevo", gateway: "relevo_gateway" };

testOn(
  ["postgres"],
  "the page's commands make standbys, promote them and take them back",
  async () => {
    const folder = await Deno.makeTempDir({ prefix: "relevo-standby-" });
    const { uid, gid } = serverUser();
    if (uid !== undefined) await Deno.chown(folder, uid, gid!);
    await using open = new AsyncDisposableStack();
    open.defer(() => Deno.remove(folder, { recursive: true }));
    const machine = async (name: string): Promise<Machine> => {
      const PGCONF = join(folder, name);
      const server = open.use(await startAsDebian(PGCONF));
      const { hostname, port } = new URL(server.adminUrl);
      const [row] = await askServer(server, "show data_directory");
      const env = {
        ...{ PGCONF, NAME: name, SECRET: secret, NETWORK: "127.0.0.1/32", OTHER: hostname },
        ...{ PGBIN: dirname(serverProgram("postgres")), PGDATA: row!.data_directory as string },
        ...{ PGHOST: hostname, PGPORT: port, PGUSER: "postgres" },
      };
      return { server, env };
    };
    let [primary, standby] = [await machine("one"), await machine("two")];
    const [one, two] = [primary, standby];
    const swap = () => [primary, standby] = [standby, primary];
    // The second has the first one's data, and with it its password.
    const { password: PGPASSWORD } = new URL(one.server.adminUrl);
    const blocks = await readCommands("docs/operating/standby.md");
    const unrun = new Set(blocks.filter(({ text }) => text.startsWith("# on")));
    const run = async (block: Commands) => {
      unrun.delete(block);
      const [, place] = /^# on (both|the primary|the standby)$/m.exec(block.text)!;
      const machines = { both: [one, two], "the primary": [primary], "the standby": [standby] };
      let output = "";
      for (const { server, env } of machines[place as keyof typeof machines]) {
        const verbs = [...block.text.matchAll(/^sudo systemctl (\w+) postgresql$/gm)];
        for (const [, verb] of verbs) await server[verb as "start" | "stop" | "restart"]();
        if (verbs.length > 0) continue;
        // Both are on this machine: the other's port stands for its address.
        const isAway = block.text.includes("$OTHER") && place !== "both";
        const other = env === one.env ? two : one;
        const PGPORT = isAway ? other.env.PGPORT! : env.PGPORT!;
        output += await runAsServer(block.text, { ...env, PGPORT, PGPASSWORD });
      }
      return output;
    };
    const follow = async (heading: string) => {
      const section = blocks.filter((block) =>
        block.heading === heading && block.text.startsWith("# on")
      );
      assert.ok(section.length > 0, heading);
      let output = "";
      for (const block of section) output += await run(block);
      return output;
    };
    const wait = () =>
      until(async () => /\| streaming \| sync\b/.test(await follow("Waiting for it")), {
        what: "the standby to follow",
      });

    const { env } = await install(one.server, { database: "relevo", folder, logins });
    await follow("Setting it up");
    await follow("The data of a standby");
    const url = addressOn([one.server, two.server], env.DATABASE_URL);
    const owner = await openDatabase({ url: env.MIGRATE_DATABASE_URL, log, poolSize: 1 });
    await migrate(owner.db);
    await owner.close();
    await using app = await startApp({
      env: {
        ...{ DATABASE_URL: url, DATA_DIR: env.DATA_DIR, CONTACT_LIMIT_PER_ADDRESS: "0" },
        ...{ GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys", GATEWAY_AUDIENCE: "relevo-tests" },
      },
    });
    const confirmed: string[] = [];
    const write = async (message: string) => {
      const json = { email: `${message}@cliente.example`, message, elapsed_ms: 9_000 };
      const { status } = await ask(app.url, "POST", "/api/contact", { json });
      if (status < 300) confirmed.push(message);
      return status;
    };
    const writeOnce = async (message: string) => {
      let tries = 0;
      await until(async () => await write(`${message}-${++tries}`) < 300, { what: message });
    };

    await wait();
    await writeOnce("both");
    const database = await openDatabase({ url, log, poolSize: 1 });
    const [follower, ...others] = (await readServer(database)).standbys;
    assert.deepEqual([follower!.name, follower!.isSynchronous, others], ["two", true, []]);
    assert.ok(follower!.lagSeconds !== null, "the login may see it");
    await database.close();

    await two.server.stop();
    assert.equal(await write("unconfirmed"), 503);
    await follow("Going on without it");
    await writeOnce("alone");
    await two.server.start();
    await wait();
    await writeOnce("again");

    await primary.server.stop({ mode: "immediate" });
    await follow("When the primary dies");
    swap();
    await writeOnce("promoted");
    await follow("Taking a large one back");
    await wait();
    await writeOnce("rewound");

    await primary.server.stop({ mode: "immediate" });
    await follow("When the primary dies");
    swap();
    await writeOnce("back");
    await follow("The data of a standby");
    await wait();
    await writeOnce("anew");

    for (const { env } of [one, two]) {
      const text = `psql -At -d relevo -c "select body from contact_messages"`;
      // A standby has on disk what it may not have replayed yet.
      await until(async () => {
        const messages = (await runAsServer(text, { ...env, PGPASSWORD })).trim().split("\n");
        return confirmed.every((message) => messages.includes(message));
      }, { what: `all that was confirmed, on ${env.NAME}` });
    }
    assert.deepEqual([...unrun], [], "each block of the page was run");
  },
);

/** A server whose settings lie outside of its data, and that lets its administrator in alone. */
async function startAsDebian(folder: string): Promise<Cluster> {
  const { uid, gid } = serverUser();
  const files = {
    "postgresql.conf": "",
    "pg_hba.conf": "host all postgres 127.0.0.1/32 scram-sha-256\n",
  };
  await Deno.mkdir(folder);
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(join(folder, name), text);
    if (uid !== undefined) await Deno.chown(join(folder, name), uid, gid!);
  }
  return await startCluster({
    settings: {
      config_file: join(folder, "postgresql.conf"),
      hba_file: join(folder, "pg_hba.conf"),
    },
  });
}
