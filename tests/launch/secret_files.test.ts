/** Secrets that stand in files, which the launcher reads for the process that may have them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { environmentOf } from "@/lib/launch/environment.ts";
import { Unlaunchable } from "@/lib/launch/unlaunchable.ts";
import { startGroup } from "../support/group.ts";
import { deadline, patienceMs } from "../support/wait.ts";

Deno.test("a secret comes from its file, to the process that may have it", async () => {
  const folder = await Deno.makeTempDir();
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    Deno.writeTextFileSync(path, text);
    return path;
  };
  const env = {
    DATABASE_URL_FILE: file("url", "postgres://relevo:a b@db/relevo\n"),
    GATEWAY_SECRET_FILE: file("shared", "shared\r\n"),
    GATEWAY_AUTH_SECRET_FILE: file("auth", "of the gateway"),
    BACKUP_DATABASE_URL_FILE: file("backup", "postgres://backup@db/relevo"),
    SECRETS_KEYS: "here",
    SECRETS_KEYS_FILE: "",
    PUBLIC_URL: "https://crm.example.com",
    PUBLIC_URL_FILE: join(folder, "none"),
  };
  const shared = { GATEWAY_SECRET: "shared", PUBLIC_URL: env.PUBLIC_URL };
  const app = {
    ...shared,
    DATABASE_URL: "postgres://relevo:a b@db/relevo",
    SECRETS_KEYS: "here",
  };
  assert.deepEqual(environmentOf("start", env), app);
  assert.deepEqual(environmentOf("gateway", env), {
    ...shared,
    GATEWAY_AUTH_SECRET: "of the gateway",
  });
  assert.deepEqual(environmentOf("start", env, ["BACKUP_DATABASE_URL"]), {
    ...app,
    BACKUP_DATABASE_URL: "postgres://backup@db/relevo",
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("each file that has no secret, and a secret that is there twice, is named", async () => {
  const folder = await Deno.makeTempDir();
  const [none, empty, large] = ["none", "empty", "large"].map((name) => join(folder, name));
  await Deno.writeTextFile(empty!, " \n");
  await Deno.writeTextFile(large!, "x".repeat(70_000));
  const env = {
    DATABASE_URL: "postgres://relevo@db/relevo",
    DATABASE_URL_FILE: none!,
    MIGRATE_DATABASE_URL_FILE: none!,
    SECRETS_KEYS_FILE: empty!,
    SMTP_PASSWORD_FILE: folder,
    GATEWAY_SECRET_FILE: large!,
    GATEWAY_AUTH_SECRET_FILE: none!,
  };
  const lines = [
    "DATABASE_URL and DATABASE_URL_FILE are both set: leave one of them out",
    `MIGRATE_DATABASE_URL_FILE: ${none} does not exist`,
    `SECRETS_KEYS_FILE: ${empty} is empty`,
    `GATEWAY_SECRET_FILE: ${large} is too large for a secret`,
    `SMTP_PASSWORD_FILE: ${folder} is no file`,
  ];
  const message = `wrong settings\n  ${lines.join("\n  ")}`;
  assert.throws(() => environmentOf("start", env), new Unlaunchable(message));
  // As an operator sees it.
  await using started = startGroup(["run", "-P=launch", "launch.ts", "status"], env);
  assert.equal(await deadline(started.exited, patienceMs, "the launcher to end"), 1);
  assert.ok(started.output().endsWith(`relevo: ${message}\n`), started.output());
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a word that is no command is refused with the list of those that are", async () => {
  for (
    const [args, code, text] of [
      [["demo"], 2, /"demo" is no command\n\n.*\n {2}start, gateway, migrate, .*check-data\n/],
      [["toString"], 2, /"toString" is no command/],
      [[], 2, /say a command/],
      [["--help"], 0, /^relevo COMMAND/m],
      [["hold", "--help"], 0, /^deno task hold/m],
    ] as const
  ) {
    await using started = startGroup(["run", "-P=launch", "launch.ts", ...args], {});
    assert.equal(await deadline(started.exited, patienceMs, "the launcher to end"), code);
    assert.match(started.output(), text);
  }
});
