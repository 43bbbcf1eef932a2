import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { commandFor } from "@/lib/launch/command.ts";
import { Unlaunchable } from "@/lib/launch/unlaunchable.ts";
import { namedFiles } from "@/lib/launch/named_files.ts";

const root = resolve(import.meta.dirname!, "../..");

/** What becomes of attempts in a process with the rights of an app with these settings. */
async function tried(attempts: string[], env: Record<string, string>) {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...commandFor("tests/launch/probe.ts", { root, env }), ...attempts],
    env,
    stdin: "null",
  }).output();
  const [output, complaints] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(complaints, "");
  return JSON.parse(output!);
}

Deno.test("the app reads itself and its data, writes its data, and runs nothing", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-rights-" });
  const [data, neighbour, link] = ["data", "neighbour", "link"].map((name) => join(folder, name));
  await Deno.mkdir(data!);
  await Deno.mkdir(neighbour!);
  // Deno.symlink asks for more rights than tests have.
  await new Deno.Command("ln", { args: ["-s", data!, link!] }).output();
  const allowed = [`read=${root}/lib/tools/version.ts`, `write=${data}/x`, `read=${data}/x`];
  const denied = [
    "read=/etc/passwd",
    "read=/proc/self/environ",
    `read=${neighbour}/x`,
    `list=${folder}`,
    `write=${neighbour}/x`,
    `write=${data}/../x`,
    `write=${root}/lib/x.ts`,
    `write=${root}/x`,
    "write=/tmp/x",
    "run=true",
    `run=${Deno.execPath()}`,
    "env=SECRET",
    "ffi=/lib/libc.so.6",
  ];
  const expected = Object.fromEntries([
    ...allowed.map((attempt) => [attempt, "done"]),
    ...denied.map((attempt) => [attempt, "NotCapable"]),
  ]);
  try {
    const env = { DATA_DIR: data!, SECRET: "s" };
    assert.deepEqual(await tried([...allowed, ...denied], env), expected);
    // By a link: asked for by either name.
    const outcomes = await tried([`write=${link}/y`, `read=${data}/y`, `read=${folder}/z`], {
      DATA_DIR: link!,
    });
    assert.deepEqual(Object.values(outcomes), ["done", "done", "NotCapable"]);
    // A data folder around the app does not make the app writable.
    const around = await tried([`write=${root}/lib/x.ts`, `write=${root}/deno.json`], {
      DATA_DIR: root,
    });
    assert.deepEqual(Object.values(around), ["NotCapable", "NotCapable"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("files that settings name are among the rights", () => {
  const HOME = "/home/relevo";
  const socket = "/run/pg/.s.PGSQL.5433";
  const cases: [Record<string, string>, string[], string[]][] = [
    [{ DATA_DIR: "/d" }, [], ["/d"]],
    [{}, [], [resolve(".data")]],
    [{ DATA_DIR: "/d", NODE_EXTRA_CA_CERTS: "/ca.pem" }, ["/ca.pem"], ["/d"]],
    [{ DATA_DIR: "/d", HOME, DATABASE_URL: "postgres://a:b@db/x?sslrootcert=/r.pem&sslkey=/k" }, [
      "/k",
      "/r.pem",
      "/home/relevo/.pgpass",
    ], ["/d"]],
    [{ DATA_DIR: "/d", DATABASE_URL: "postgres://a@%2Frun%2Fpg:5433/x", PGPASSFILE: "/p" }, [
      "/p",
      socket,
    ], ["/d", socket]],
    [{ DATA_DIR: "/d", DATABASE_URL: "postgres:///x?host=/run/pg&port=5433" }, [socket], [
      "/d",
      socket,
    ]],
    [{ DATA_DIR: "/d", DATABASE_URL: "postgres:///x", PGHOST: "/run/pg", PGPORT: "5433" }, [
      socket,
    ], ["/d", socket]],
    [{ DATA_DIR: "/d", DATABASE_URL: "not an address" }, [], ["/d"]],
  ];
  for (const [env, read, write] of cases) {
    assert.deepEqual(namedFiles(env), { read, write }, JSON.stringify(env));
  }
});

Deno.test("a folder that a flag cannot carry is refused", () => {
  assert.throws(() => commandFor("start.ts", { root, env: { DATA_DIR: "/a,b" } }), Unlaunchable);
});

Deno.test("who copies the data reaches what its arguments and its own settings name", () => {
  const embedded = { DATA_DIR: "/d", BACKUP_DIR: "/b", GATEWAY_DATA_DIR: "/g" };
  const server = { DATABASE_URL: "postgres://u@db/x", BACKUP_DATABASE_URL: "postgres://u@db/x" };
  const flagsOf = (entry: string, args: string[], more: Record<string, string> = server) => {
    const flags = commandFor(entry, { root: "/app", env: { ...embedded, ...more }, args });
    const one = (name: string) =>
      flags.find((flag) => flag.startsWith(`--allow-${name}=`))?.split("=")[1]?.split(",");
    return { read: one("read")!, write: one("write")!, env: one("env") };
  };
  const app = flagsOf("start.ts", []);
  assert.deepEqual([app.write, app.env], [["/d"], undefined]);
  assert.ok(app.read.includes("/b"), "it tells of the back-ups");
  const backup = flagsOf("lib/commands/backup.ts", ["--output", "/o/a.tar"]);
  assert.deepEqual(backup.write, ["/d", "/o", "/b"]);
  assert.ok(backup.env!.includes("BACKUP_DATABASE_URL"));
  assert.deepEqual(flagsOf("lib/commands/backup.ts", ["--output=-"]).write, ["/d", "/b"]);
  const restore = flagsOf("restore.ts", ["/f/a.tar", "--replace=x"]);
  assert.deepEqual(restore.write, ["/d"]);
  assert.ok(restore.read.includes("/f/a.tar") && !restore.read.includes("/f"));
  assert.ok(restore.env!.includes("GATEWAY_DATABASE_URL"));
  assert.ok(!restore.env!.includes("BACKUP_DATABASE_URL"));

  const folders = (entry: string, more: Record<string, string>) => flagsOf(entry, [], more).write;
  assert.deepEqual(folders("start.ts", {}), ["/d"]);
  assert.deepEqual(folders("lib/commands/backup.ts", {}), ["/d", "/b", "/g"]);
  assert.deepEqual(folders("restore.ts", {}), ["/d", "/g"]);
  assert.deepEqual(folders("restore.ts", { GATEWAY_DATABASE_URL: "postgres://u@db/x" }), ["/d"]);
  assert.deepEqual(
    folders("restore.ts", { GATEWAY_DATA_DIR: "/d" }),
    ["/d"],
    "a container's image",
  );
});
