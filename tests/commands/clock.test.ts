/** Commands on a machine whose clock is an hour off: they go by the database's, and say so. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { withPostgres } from "@/lib/backup/session/postgres_session.ts";
import { installationStatus } from "@/lib/status/record.ts";
import { clockOff, faketime } from "../support/faketime.ts";
import { testDatabases } from "../support/test_server.ts";
import { runBare } from "./harness.ts";

const server = await testDatabases();

/** More than a slow command takes, and less than an hour. */
const tolerantMs = 20 * 60_000;

for (const seconds of ["+3600", "-3600"]) {
  Deno.test({
    name: `commands go by the database's clock where their own is ${seconds} s off`,
    ignore: !faketime || !server,
    async fn() {
      await using folder = await openFolder();
      const [from, to] = [await server!.createDatabase(), await server!.createDatabase()];
      const run = async (task: string, url: string, ...args: string[]) => {
        const env = {
          ...{ DATA_DIR: join(folder.path, "data"), DATABASE_URL: url },
          BACKUP_DATABASE_URL: readingAll(url),
          ...clockOff(seconds),
        };
        const ran = await runBare(task, args, env);
        return { ...ran, text: `${task}: ${ran.out}${ran.err}` };
      };
      try {
        const migrated = await run("migrate", from);
        assert.equal(migrated.code, 0, migrated.text);

        const doctor = await run("doctor", from, "--json");
        const clock = JSON.parse(doctor.out).checks.find(({ name }: { name: string }) =>
          name === "clock"
        );
        assert.equal(clock.state, "failure", doctor.text);
        assert.match(clock.saw, /differ by 3[56]\d\d s/);

        const hold = await run("hold", from, "--reason", "moving");
        assert.equal(hold.code, 0, hold.text);
        const status = installationStatus.parse(
          JSON.parse((await run("status", from, "--json")).out),
        );
        near(status.read_at, "the status");
        near(status.held!.since, "a hold");

        const file = join(folder.path, "one.tar");
        const backup = await run("backup", from, "--output", file);
        assert.equal(backup.code, 0, backup.text);
        near(/as of (\S+?Z)/.exec(backup.err)?.[1], "a back-up");

        const restored = await run("restore", to, file);
        assert.equal(restored.code, 0, restored.text);
        const { rows: [row] } = await withPostgres(
          to,
          (session) =>
            session.query<{ since: string }>("select held_since::text as since from installation"),
        );
        near(row!.since, "what was restored");
      } finally {
        for (const url of [from, to]) await server!.dropDatabase(url);
      }
    },
  });
}

function readingAll(url: string): string {
  return Object.assign(new URL(server!.adminUrl), { pathname: new URL(url).pathname }).href;
}

function near(at: string | undefined, what: string): void {
  assert.ok(at, what);
  const offMs = new Date(at).getTime() - Date.now();
  assert.ok(Math.abs(offMs) < tolerantMs, `${what} is of ${at}`);
}

async function openFolder() {
  const path = await Deno.makeTempDir({ prefix: "relevo-clock-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
