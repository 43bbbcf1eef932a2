/** The launcher as `deno task start` runs it. */
import assert from "node:assert/strict";
import { lockFolder } from "@/lib/db/folder.ts";
import deno from "@/deno.json" with { type: "json" };
import { isAlive, startGroup } from "../support/group.ts";
import { freePort } from "../support/process.ts";
import { deadline, patienceMs, until } from "../support/wait.ts";

interface Options {
  dataDir: string;
  /** What runs in the app's place. */
  entry?: string;
  env?: Record<string, string>;
}

/** Starts what `deno task start` starts, on the embedded database. */
function launch({ dataDir, entry = "start.ts", env = {} }: Options) {
  const group = startGroup([...deno.tasks.start.split(" ").slice(1, -1), entry], {
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: String(freePort()),
    GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
    GATEWAY_AUDIENCE: "relevo-tests",
    ...env,
  });
  return {
    ...group,
    ended: () => deadline(group.exited, patienceMs, "the launcher to end"),
    printed: (text: string) =>
      until(() => group.output().includes(text), { what: `${text} in the log` }),
  };
}

Deno.test("start passes signals to the app, and the app's end on", async () => {
  const waiting = { dataDir: "/tmp/none", entry: "tests/launch/waiting.ts" };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    await using launched = launch(waiting);
    await launched.printed("waiting");
    launched.signal(signal);
    assert.equal(await launched.ended(), 7);
    await launched.printed(`got ${signal}`);
  }
  // As shells say it.
  await using launched = launch(waiting);
  await launched.printed("waiting");
  const [, pid] = /waiting as (\d+)/.exec(launched.output())!;
  Deno.kill(Number(pid), "SIGKILL");
  assert.equal(await launched.ended(), 137);
});

Deno.test("an app whose launcher was killed stops by itself, in order", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-launch-" });
  {
    await using launched = launch({ dataDir: folder });
    await launched.printed('"event":"listening"');
    launched.signal("SIGKILL");
    assert.equal(await launched.ended(), 137);
    assert.match(launched.output(), /"stopping",.*"signal":"launcher_ended"/);
    assert.match(launched.output(), /"event":"stopped"/);
    await until(() => !isAlive(-launched.pid), { what: "the app to end" });
    (await lockFolder(folder)).release();
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("what stops a start is said in one line", async () => {
  await using unguarded = launch({ dataDir: "/tmp/none", env: { GATEWAY_AUDIENCE: "" } });
  assert.equal(await unguarded.ended(), 1);
  assert.match(unguarded.output(), /^relevo: missing settings: GATEWAY_AUDIENCE /m);
  assert.doesNotMatch(unguarded.output(), /deno task gateway/);
  const none = { GATEWAY_AUDIENCE: "", GATEWAY_JWKS_URL: "" };
  await using open = launch({ dataDir: "/tmp/none", env: none });
  assert.equal(await open.ended(), 1);
  assert.match(open.output(), /^relevo: missing settings: GATEWAY_JWKS_URL, GATEWAY_AUDIENCE /m);
  assert.match(
    open.output(),
    /Relevo's own gateway \(`deno task gateway`[^]*a gateway of your own/,
  );
  await using odd = launch({ dataDir: "/tmp/a,b" });
  assert.equal(await odd.ended(), 1);
  assert.match(odd.output(), /^relevo: a comma in the name of .*a,b$/m);
  assert.doesNotMatch(odd.output(), / at /);
});
