/** A part of roles.test.ts: what the process that serves is given. */
import assert from "node:assert/strict";
import pg from "pg";
import deno from "@/deno.json" with { type: "json" };
import { startGroup } from "../support/group.ts";
import { freePort, startApp } from "../support/process.ts";
import { until } from "../support/wait.ts";

/** `deno task start`, where something is left for the owner to do. */
export async function serve(
  env: { DATABASE_URL: string; MIGRATE_DATABASE_URL: string },
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-roles-" });
  const settings = {
    ...env,
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: String(freePort()),
    GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
    GATEWAY_AUDIENCE: "x",
  };
  const command = deno.tasks.start.split(" ").slice(1);
  const narrow = "revoke update on installation from relevo_runtime";
  const owner = new pg.Client({ connectionString: env.MIGRATE_DATABASE_URL });
  await owner.connect();
  await owner.query(narrow);
  await owner.end();
  {
    await using group = startGroup(command, settings);
    await until(() => group.output().includes('"event":"listening"'), {
      what: "the app to listen",
    });
    const environment = await servingEnvironment(group.pid);
    assert.ok(environment.includes(`DATABASE_URL=${env.DATABASE_URL}`));
    assert.ok(!environment.includes("MIGRATE_DATABASE_URL"));
    assert.ok(!environment.includes(new URL(env.MIGRATE_DATABASE_URL).username));
    assert.ok(!group.output().includes(new URL(env.DATABASE_URL).password));
    group.signal("SIGTERM");
    assert.equal(await group.exited, 0, group.output());
  }
  await using nobody = startGroup(command, { ...settings, DATABASE_URL: "" });
  assert.equal(await nobody.exited, 1);
  assert.match(nobody.output(), /^relevo: wrong settings\n {2}MIGRATE_DATABASE_URL: needs/m);
  await assert.rejects(
    startApp({ env: settings }),
    /relevo: MIGRATE_DATABASE_URL is not for the process that serves/,
  );
  await Deno.remove(folder, { recursive: true });
}

/** What /proc tells of the process that the launcher started; Deno itself does not read there. */
async function servingEnvironment(launcher: number): Promise<string> {
  const { stdout } = await new Deno.Command("sh", {
    args: [
      "-c",
      `for pid in $(cat /proc/$0/task/*/children); do
        tr '\\0' '\\n' </proc/$pid/environ; tr '\\0' ' ' </proc/$pid/cmdline; done`,
      String(launcher),
    ],
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.match(text, /start\.ts/);
  return text;
}
