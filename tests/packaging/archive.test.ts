/** `deno task pack`: what is in the archive, that it runs without a network, and how it fails. */
import assert from "node:assert/strict";
import { join } from "node:path";
import deno from "@/deno.json" with { type: "json" };
import { version } from "@/lib/tools/version.ts";
import { mayMount, mountSmallDisk } from "../faults/support/small_disk.ts";
import { startGroup } from "../support/group.ts";
import { packedRelease } from "../support/release_archive.ts";
import { deadline, patienceMs, until } from "../support/wait.ts";

const mostBytes = 90e6;
const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);

async function output(program: string, args: string[], cwd?: string, own = {}) {
  const env = { PATH: "/usr/bin:/bin", ...own };
  const { code, stdout, stderr } = await new Deno.Command(program, {
    ...{ args, cwd, clearEnv: true, env, stdin: "null" },
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

Deno.test("an archive has what runs and what installs, and no tool of developers", async () => {
  const { archive, folder } = await packedRelease();
  assert.match(archive, new RegExp(`/relevo-${version}-[0-9a-f]{8}-linux-x64\\.tar\\.gz$`));
  const { size, mode } = await Deno.stat(archive);
  assert.ok(size < mostBytes, `${size} bytes`);
  assert.equal(mode! & 0o777, 0o644);
  assert.ok(folder.endsWith(`/relevo-${version}`));
  const names = namesIn(folder);
  for (const name of ["bin", "Dockerfile", "compose.yaml", "Caddyfile", "LICENSE", "docs"]) {
    assert.ok(names.includes(name), name);
  }
  for (const name of ["tests", "demo", "dev.ts", "packaging", "bench", ".git"]) {
    assert.ok(!names.includes(name), name);
  }
  const packages = namesIn(join(folder, "node_modules/.deno")).map((name) =>
    name.replace(/(?<=.)@.*/, "")
  );
  for (const name of ["pg", "zod", "better-auth", "pdfmake", "postal-mime", "file-type"]) {
    assert.ok(packages.includes(name), name);
  }
  for (const name of ["typescript", "esbuild", "playwright-core", "tailwindcss", "exceljs"]) {
    assert.ok(!packages.includes(name), name);
  }
  const id = (await Deno.readTextFile(join(folder, "_fresh/current"))).trim();
  assert.ok(archive.includes(id.slice(0, 8)));
  assert.deepEqual(namesIn(join(folder, "_fresh/builds")), [id]);
});

Deno.test("every file of an archive is as its sums say, and none is left out of them", async () => {
  const { folder } = await packedRelease();
  const checked = await output(
    "sha256sum",
    ["--check", "--strict", "--quiet", "SHA256SUMS"],
    folder,
  );
  assert.deepEqual(checked, { code: 0, out: "", err: "" });
  const sums = (await Deno.readTextFile(join(folder, "SHA256SUMS"))).split("\n").length - 1;
  const { out } = await output("find", [".", "-type", "f", "!", "-name", "SHA256SUMS"], folder);
  assert.equal(sums, out.split("\n").length - 1);
  // Every link leads to something that is there.
  assert.equal((await output("find", [".", "-xtype", "l"], folder)).out, "");
});

Deno.test("every command of an archive runs without a network, and from an empty cache", async () => {
  const { folder } = await packedRelease();
  const relevo = join(folder, "bin/relevo");
  // Without a network of its own every download is refused at once.
  const apart = mayMount ? ["unshare", "--net"] : ["env", "HTTPS_PROXY=http://127.0.0.1:1"];
  const commands = Object.entries(deno.tasks).filter(([, task]) => task.includes("launch.ts"))
    .map(([name]) => name);
  assert.ok(commands.length > 10);
  const cache = await Deno.makeTempDir();
  const run = (...args: string[]) =>
    output(apart[0]!, [...apart.slice(1), relevo, ...args], "/", { DENO_DIR: cache });
  for (const name of commands.filter((name) => name !== "start" && name !== "gateway")) {
    const { code, out, err } = await run(name, "--help");
    assert.deepEqual([name, code, err], [name, 0, ""]);
    assert.match(out, new RegExp(`^relevo ${name}`));
  }
  const unset = await run("gateway");
  assert.equal(unset.code, 1);
  assert.match(unset.err, /^relevo: wrong settings\n/);
  await Deno.remove(cache, { recursive: true });
});

function pack(...args: string[]) {
  const group = startGroup(["task", "--quiet", "pack", ...args], {});
  return { ...group, ended: () => deadline(group.exited, patienceMs, "the command to end") };
}

Deno.test("pack says what is wrong with its words and its folder, and leaves nothing", async () => {
  const folder = await Deno.makeTempDir();
  const file = join(folder, "file");
  await Deno.writeTextFile(file, "here before");
  for (
    const [args, code, text] of [
      [["--output"], 2, "--output needs a value"],
      [["--into", folder], 2, "--into is unknown"],
      [["now"], 2, '"now" is not expected'],
      [["--output", join(folder, "none")], 1, `there is no folder ${folder}/none`],
      [["--output", file], 1, `there is no folder ${file}`],
    ] as const
  ) {
    await using wrong = pack(...args);
    assert.equal(await wrong.ended(), code, args.join(" "));
    assert.ok(wrong.output().includes(text), wrong.output());
    assert.doesNotMatch(wrong.output(), /^ +at /m);
  }
  assert.deepEqual(namesIn(folder), ["file"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("pack that is stopped leaves nothing, and one that is killed no archive", async () => {
  for (const signal of ["SIGINT", "SIGKILL"] as const) {
    const folder = await Deno.makeTempDir();
    await using stopped = pack("--output", folder);
    await until(() => namesIn(folder).length > 0, { what: "it to have begun" });
    stopped.signal(signal, "group");
    assert.notEqual(await stopped.ended(), 0);
    const names = namesIn(folder);
    if (signal === "SIGINT") assert.deepEqual(names, [], stopped.output());
    else assert.ok(names.every((name) => name.startsWith(".")), names.join());
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test({
  name: "pack on a disk without room says so, and leaves nothing",
  ignore: !mayMount,
  async fn() {
    await using disk = await mountSmallDisk(1);
    await using full = pack("--output", disk.path);
    assert.equal(await full.ended(), 1);
    assert.match(full.output(), /^relevo: nothing can be written into \S+: no room is left$/m);
    assert.deepEqual(namesIn(disk.path), []);
  },
});
