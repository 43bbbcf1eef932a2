/** The launcher as `deno task start` runs it. */
import assert from "node:assert/strict";
import process from "node:process";
import { resolve } from "node:path";
import { lockFolder } from "@/lib/db/folder.ts";
import deno from "@/deno.json" with { type: "json" };
import { isAlive } from "../demo/launcher.ts";
import { freePort, guardProcess } from "../support/process.ts";
import { deadline, until } from "../support/wait.ts";

const root = resolve(import.meta.dirname!, "../..");

interface Options {
  dataDir: string;
  /** What runs in the app's place. */
  entry?: string;
  env?: Record<string, string>;
}

/** Starts what `deno task start` starts, on the embedded database. */
function launch({ dataDir, entry = "start.ts", env = {} }: Options) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...deno.tasks.start.split(" ").slice(1, -1), entry],
    cwd: root,
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      HOST: "127.0.0.1",
      PORT: String(freePort()),
      GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
      GATEWAY_AUDIENCE: "relevo-tests",
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const guard = guardProcess(-child.pid);
  let output = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) output += decoder.decode(bytes, { stream: true });
  };
  const ended = Promise.all([child.status, read(child.stdout), read(child.stderr)])
    .then(async ([{ code }]) => {
      await guard.release();
      return code;
    });
  return {
    pid: child.pid,
    output: () => output,
    ended: () => deadline(ended, 20_000, "the launcher to end"),
    said: (text: string) =>
      until(() => output.includes(text), { timeoutMs: 30_000, what: `${text} in the log` }),
    [Symbol.asyncDispose]: async () => {
      if (isAlive(-child.pid)) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

/** The process that a launcher has started. */
async function childOf(pid: number): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid="] }).output();
  const rows = new TextDecoder().decode(stdout).trim().split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.find(([, parent]) => parent === pid)![0]!;
}

Deno.test("start passes signals to the app, and the app's end on", async () => {
  const waiting = { dataDir: "/tmp/none", entry: "tests/launch/waiting.ts" };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    await using launched = launch(waiting);
    await launched.said("waiting");
    process.kill(launched.pid, signal);
    assert.equal(await launched.ended(), 7);
    await launched.said(`got ${signal}`);
  }
  // As shells say it.
  await using launched = launch(waiting);
  await launched.said("waiting");
  process.kill(await childOf(launched.pid), "SIGKILL");
  assert.equal(await launched.ended(), 137);
});

Deno.test("an app whose launcher was killed stops by itself, in order", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-launch-" });
  {
    await using launched = launch({ dataDir: folder });
    await launched.said('"event":"listening"');
    const app = await childOf(launched.pid);
    process.kill(launched.pid, "SIGKILL");
    assert.equal(await launched.ended(), 137);
    await until(() => !isAlive(app), { what: "the app to end" });
    assert.match(launched.output(), /"stopping","signal":"launcher_ended"/);
    assert.match(launched.output(), /"event":"stopped"/);
    (await lockFolder(folder)).release();
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("what stops a start is said in one line", async () => {
  await using unguarded = launch({ dataDir: "/tmp/none", env: { GATEWAY_AUDIENCE: "" } });
  assert.equal(await unguarded.ended(), 1);
  assert.match(unguarded.output(), /^relevo: missing settings: GATEWAY_AUDIENCE /m);
  await using odd = launch({ dataDir: "/tmp/a,b" });
  assert.equal(await odd.ended(), 1);
  assert.match(odd.output(), /^relevo: a comma in the name of .*a,b$/m);
  assert.doesNotMatch(odd.output(), / at /);
});
