/** Sign-ins of a gateway that is really started: with the embedded database, to Postgres and back. */
import assert from "node:assert/strict";
import { join } from "node:path";
import deno from "@/deno.json" with { type: "json" };
import { runTask } from "../commands/harness.ts";
import { populateFolder } from "../faults/support/populated.ts";
import { long } from "../faults/support/proof.ts";
import { sixUsers } from "../faults/support/stage.ts";
import { secret } from "../gateway/support/scene.ts";
import { type StandIn, startStandIn } from "../gateway/support/stand_in.ts";
import { Visitor } from "../gateway/support/visitor.ts";
import { startCluster } from "../support/cluster.ts";
import { type Group, startGroup } from "../support/group.ts";
import { freePort } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { namesIn } from "./folders.ts";
import { hasPostgres, install, startTask } from "./installation.ts";
import { rowsIn } from "./rows_in.ts";

type Env = Record<string, string>;

interface Scene extends AsyncDisposable {
  folder: string;
  app: StandIn;
  /** A browser in which nobody has signed in yet. */
  person: Visitor;
  /** Starts the gateway with these settings. */
  start(env: Env): Promise<Group>;
}

/** The embedded database of an app with its users, and a stand-in for the app itself. */
async function openScene(): Promise<Scene> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-backup-" });
  const app = startStandIn({ secret });
  const port = freePort();
  const origin = `http://localhost:${port}`;
  const person = new Visitor(origin);
  const start = async (env: Env) => {
    const group = startGroup(deno.tasks.gateway.split(" ").slice(1), {
      PUBLIC_URL: origin,
      GATEWAY_PORT: String(port),
      GATEWAY_APP_URL: app.url,
      GATEWAY_SECRET: secret,
      GATEWAY_AUDIENCE: "relevo-tests",
      ...env,
    });
    const ended = group.exited.then(() => assert.fail(group.output()));
    const listens = () => group.output().includes('"event":"listening"');
    await Promise.race([until(listens, { what: "the gateway to listen" }), ended]);
    return group;
  };
  const { DATA_DIR } = placeIn(folder, "old");
  await populateFolder(join(DATA_DIR, "postgres"), sixUsers);
  return {
    ...{ folder, app, person, start },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Both folders of an installation on the embedded database. */
const placeIn = (
  folder: string,
  name: string,
): Record<"DATA_DIR" | "GATEWAY_DATA_DIR", string> => ({
  DATA_DIR: join(folder, name, "data"),
  GATEWAY_DATA_DIR: join(folder, name, "gateway"),
});

async function end(gateway: Group): Promise<void> {
  gateway.signal("SIGTERM");
  assert.equal(await gateway.exited, 0, gateway.output());
}

async function done(task: string, args: string[], env: Env): Promise<string> {
  const { code, err } = await runTask(task, args, env);
  assert.equal(code, 0, `${task} ${args}: ${err}`);
  return err;
}

const gatewayOf = ({ GATEWAY_DATA_DIR = "" }: Env) => ({ GATEWAY_DATA_DIR });

Deno.test("who was signed in is so after a move to Postgres, and back", async () => {
  await using scene = await openScene();
  const { folder, person } = scene;
  const [old, back] = [placeIn(folder, "old"), placeIn(folder, "back")];
  const [path, again] = [join(folder, "a.tar"), join(folder, "b.tar")];
  {
    await using gateway = await scene.start(old);
    const link = await scene.app.invite("ana@shop.example", 1);
    assert.equal((await person.redeem(link)).status, 200);
    assert.match(await done("backup", ["--output", path], old), /, with the gateway's, \d+ bytes/);
    assert.equal((await person.get("/panel")).text, "the app");
    if (long) await refuseBusy(path, { ...back, ...gatewayOf(old) });
    const names = await namesIn(old.GATEWAY_DATA_DIR);
    assert.deepEqual(names, ["control.sock", "lock", "postgres", "secret"]);
    await end(gateway);
  }
  if (hasPostgres) await moveByServer(scene, path, again);
  else await done("backup", ["--output", again], old);
  const [first, second] = [await rowsIn(path), await rowsIn(again)];
  for (const table of ["user", "session", "passkey", "origin", "jwks"]) {
    const name = `gateway/${table}`;
    assert.ok(first[name]);
    assert.equal(second[name], first[name], name);
  }

  if (long) await killRestore(again, back);
  await done("restore", [again], back);
  assert.deepEqual(await namesIn(back.GATEWAY_DATA_DIR), ["lock", "postgres"]);
  await Deno.copyFile(`${old.GATEWAY_DATA_DIR}/secret`, `${back.GATEWAY_DATA_DIR}/secret`);
  await using gateway = await scene.start(back);
  assert.equal((await person.get("/panel")).text, "the app");
  await person.form("/.gateway/logout", {});
  assert.equal((await person.get("/panel")).status, 302);
  assert.equal((await person.signIn()).status, 200);
  assert.equal((await person.get("/panel")).text, "the app");
  await end(gateway);
});

async function refuseBusy(path: string, env: Env): Promise<void> {
  const { code, err } = await runTask("restore", [path], env);
  assert.equal(code, 1);
  assert.match(err, /^relevo: a process of Relevo is using .*\/old\/gateway: stop it first\n$/);
}

async function killRestore(path: string, env: Env): Promise<void> {
  const task = startTask("restore", [path], env, { isBare: true });
  const names = () => namesIn(env.GATEWAY_DATA_DIR!).catch((): string[] => []);
  const isBegun = async () => (await names()).some((name) => name.endsWith(".part"));
  await until(isBegun, { what: "a database to be filled beside" });
  task.kill("SIGKILL");
  await task.output();
  assert.ok(!(await names()).includes("postgres"));
}

/** Restores the first file on a server of its own, where the gateway goes on, and backs that up. */
async function moveByServer(scene: Scene, from: string, to: string): Promise<void> {
  const { folder, person } = scene;
  await using cluster = await startCluster({ fsync: false });
  const { env } = await install(cluster, { database: "one", folder });
  await done("restore", [from], env);
  const secret = await Deno.readTextFile(join(folder, "old", "gateway", "secret"));
  await using gateway = await scene.start({
    GATEWAY_DATABASE_URL: env.GATEWAY_DATABASE_URL,
    GATEWAY_AUTH_SECRET: secret.trim(),
    GATEWAY_DATA_DIR: join(folder, "server"),
  });
  assert.equal((await person.get("/panel")).text, "the app");
  await end(gateway);
  await done("backup", ["--output", to], env);
}
