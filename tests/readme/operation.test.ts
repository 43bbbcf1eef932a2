/** What the pages tell operators to run and to set is there. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { root, sourceFiles } from "../tidy/sources.ts";
import deno from "@/deno.json" with { type: "json" };
import { settingNames } from "@/gateway/config.ts";
import { denoVersion } from "@/lib/commands/pack/pack.ts";
import { ownVariables } from "@/lib/launch/copies.ts";
import { blocks, page, pages, section } from "./readme.ts";

const install = page("docs/operating/install.md");
const config = await Deno.readTextFile(new URL("../../lib/service/config.ts", import.meta.url));
const ofTheApp = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name!);
const ofCommands = Object.values(ownVariables).flat();
const variables = [...new Set([...ofTheApp, ...settingNames, ...ofCommands])];
/** The runtime's own. */
const ofTheRuntime = ["NODE_EXTRA_CA_CERTS"];

Deno.test("every setting is in the table, and the table has no other", () => {
  assert.ok(variables.length > 15);
  const rows = page("docs/operating/settings.md").split("\n").filter((line) =>
    line.startsWith("| `")
  );
  const names = rows.flatMap((row) =>
    [...row.split("|")[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!)
  );
  // The app and the gateway share some, each with a row of its own.
  assert.deepEqual([...new Set(names)].sort(), [...variables, ...ofTheRuntime].sort());
});

Deno.test("every variable that is set in an example is a setting", () => {
  const set = blocks("sh", install)
    .flatMap((block) => [...block.matchAll(/^([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!));
  assert.ok(set.includes("GATEWAY_JWKS_URL") && set.includes("DATA_DIR"));
  for (const name of set) assert.ok(variables.includes(name), name);
});

Deno.test("every task is one of deno.json, and every task is told", () => {
  const tasks = new Set(
    pages.flatMap((path) => [...page(path).matchAll(/deno(?:@[\d.]+)? task ([\w-]+)/g)])
      .map(([, name]) => name!),
  );
  const [first] = page("docs/operating/commands.md").split("\n## ");
  const table = first!.split("\n").filter((line) => line.startsWith("| `"))
    .flatMap((row) => [...row.split("|")[1]!.matchAll(/`(?:deno task )?([\w-]+)`/g)])
    .map(([, name]) => name!);
  for (const task of [...tasks, ...table]) assert.ok(Object.hasOwn(deno.tasks, task), task);
  assert.deepEqual([...new Set(table)].sort(), Object.keys(deno.tasks).sort());
});

Deno.test("the operator's commands take what the examples give them", async () => {
  const lines = blocks("sh", install).join("\n")
    .matchAll(/^deno task (key|member) (\w+) (.*?)(?: *#.*)?$/gm);
  let count = 0;
  for (const [, task, verb, rest] of lines) {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "-A", `lib/commands/${task}.ts`, "--help"],
      cwd: root,
    }).output();
    const help = new TextDecoder().decode(stdout);
    const usage = help.split("\n").find((line) => line.includes(` ${verb} `))!;
    for (const [flag] of rest!.matchAll(/--\w+/g)) {
      assert.ok(usage.includes(flag), `${usage} ${flag}`);
    }
    count++;
  }
  assert.equal(count, 3);
});

Deno.test("the script for the server makes the roles that the migrations name", async () => {
  assert.match(section("Postgres", "docs/operating/install.md"), /psql .*-f lib\/db\/roles\.sql/);
  const script = await Deno.readTextFile(join(root, "lib/db/roles.sql"));
  const migrations = sourceFiles().filter((file) => file.startsWith("migrations/"));
  const text = (await Promise.all(migrations.map((file) => Deno.readTextFile(join(root, file)))))
    .join("\n");
  const named = new Set(
    [...text.matchAll(/(?<!rename )\bto (relevo_\w+)/g)].map(([, name]) => name!),
  );
  assert.ok(named.size >= 2);
  for (const role of named) assert.ok(script.includes(`alter role ${role} nologin`), role);
});

Deno.test("what is installed with npm is the Deno that releases have", () => {
  const texts = ["README.md", "docs/operating/install.md"].map(page).join("\n");
  const versions = new Set([...texts.matchAll(/deno@([\d.]+\d)/g)].map(([, version]) => version));
  assert.deepEqual([...versions], [denoVersion]);
});
