/** What exceljs names as its dependencies, and what of that a browser is given. */
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { buildFolder } from "../../support/build_folder.ts";

const root = resolve(import.meta.dirname!, "../../..");
/** Old packages that exceljs needs on a server alone, to read and write streams of files. */
const old = ["archiver", "archiver-utils", "fstream", "glob", "inflight", "rimraf", "unzipper"];

interface Locked {
  dependencies?: string[];
}
const lock: { specifiers: Record<string, string>; npm: Record<string, Locked> } = JSON.parse(
  await Deno.readTextFile(join(root, "deno.lock")),
);
const packages = Object.entries(lock.npm)
  .map(([key, { dependencies = [] }]) => ({ name: nameOf(key), key, needs: dependencies }));

function nameOf(key: string): string {
  return key.replace(/(?<=.)@.*$/, "");
}

Deno.test("old packages are in the lock file only for exceljs", () => {
  const direct = Object.keys(lock.specifiers).map((one) => nameOf(one.replace(/^npm:/, "")));
  for (const name of old) {
    assert.ok(packages.some((one) => one.name === name), `${name} is gone: the note is old`);
    assert.ok(!direct.includes(name), `${name} is asked for by the project itself`);
    assert.deepEqual([...rootsOf(name)], ["exceljs"], name);
  }

  /** The packages of the project's own that lead to it. */
  function rootsOf(name: string, visited = new Set<string>()): Set<string> {
    const roots = new Set<string>();
    for (const { name: user, needs } of packages) {
      if (!needs.some((need) => nameOf(need) === name) || visited.has(user)) continue;
      visited.add(user);
      if (direct.includes(user)) roots.add(user);
      for (const names of rootsOf(user, visited)) roots.add(names);
    }
    return roots;
  }
});

Deno.test("neither our bundles nor exceljs' own build contain the old packages", async () => {
  const scripts = await scriptsIn(buildFolder);
  const texts = await Promise.all(scripts.map((path) => Deno.readTextFile(path)));
  const excel = texts.filter((text) => text.includes("[Content_Types].xml"));
  assert.equal(excel.length, 1, "one file builds workbooks");
  // Packed modules keep the names that they ask each other by: those of its own are there.
  const asksFor = (text: string, name: string) => new RegExp(`"${name}":\\d+[,}]`).test(text);
  assert.ok(asksFor(excel[0]!, "fast-csv") && asksFor(excel[0]!, "@fast-csv/parse"));
  const share = (text: string, sentences: string[]) =>
    sentences.filter((saying) => text.includes(saying)).length / Math.max(sentences.length, 1);
  assert.ok(share(excel[0]!, await sayings("saxes")) > 0.8, "what is packed is recognised");
  for (const name of old) {
    const theirs = await sayings(name);
    for (const [at, text] of texts.entries()) {
      assert.ok(!asksFor(text, name), `${scripts[at]} asks for ${name}`);
      // One in many may be a commonplace.
      assert.ok(share(text, theirs) < 0.2, `${scripts[at]} says what ${name} says`);
    }
  }
});

async function scriptsIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) names.push(...await scriptsIn(join(folder, name)));
    else if (name.endsWith(".js") && folder.includes("/static/")) names.push(join(folder, name));
  }
  return names;
}

/** The longer sentences in a package's code: a bundler keeps them as they are. */
async function sayings(name: string): Promise<string[]> {
  const { key } = packages.find((one) => one.name === name)!;
  const folder = join(root, "node_modules/.deno", key.replaceAll("/", "+"), "node_modules", name);
  const names: string[] = [];
  for (const path of await filesOf(folder)) {
    const text = await Deno.readTextFile(path);
    for (const [, saying] of text.matchAll(/(?:^|[^\w])["']([A-Za-z][^"'\\\n`]{17,60})["']/g)) {
      if (/ /.test(saying!)) names.push(saying!);
    }
  }
  return names;
}

async function filesOf(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory && !/test|node_modules|example/.test(name)) {
      names.push(...await filesOf(join(folder, name)));
    } else if (name.endsWith(".js")) names.push(join(folder, name));
  }
  return names;
}
