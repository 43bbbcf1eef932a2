import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { findInstalled } from "../support/installed.ts";
import { root } from "../tidy/sources.ts";

const folder = join(root, "packaging/units");
const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
const services = names.filter((name) => name.endsWith(".service"));
const texts = new Map(names.map((name) => [name, Deno.readTextFileSync(join(folder, name))]));
const analyze = findInstalled("SYSTEMD_ANALYZE_PATH", "/usr/bin/systemd-analyze");
const shellcheck = findInstalled("SHELLCHECK_PATH", "/usr/bin/shellcheck");

/** Values of a unit's key, in order. */
function values(unit: string, key: string): string[] {
  return [...texts.get(unit)!.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, one]) => one!);
}

function settings(unit: string): Record<string, string> {
  const words = values(unit, "Environment").flatMap((line) => line.split(" "));
  return Object.fromEntries(words.map((word) => word.split("=") as [string, string]));
}

Deno.test("the units are those that an installation needs, and run commands of the release", () => {
  assert.deepEqual(names, [
    ...["relevo-backup.service", "relevo-backup.timer", "relevo-gateway.service"],
    ...["relevo.service", "relevo@.service"],
  ]);
  const commands = services.flatMap((unit) => values(unit, "ExecStart"));
  const program = "/opt/relevo/current/bin/relevo";
  assert.deepEqual(commands, [
    `${program} backup`,
    `${program} gateway`,
    `${program} start`,
    `${program} start`,
  ]);
});

Deno.test("no unit reads the settings of another", () => {
  const files = services.map((unit) => values(unit, "EnvironmentFile").join(" "));
  const etc = "/etc/relevo";
  assert.deepEqual(files, [
    `${etc}/backup.env`,
    `${etc}/common.env ${etc}/gateway.env`,
    `${etc}/common.env ${etc}/app.env`,
    `${etc}/common.env ${etc}/app.env`,
  ]);
  for (const unit of services) assert.deepEqual(values(unit, "InaccessiblePaths"), [etc], unit);
});

Deno.test("a process may write its own folder alone, and has time to drain", () => {
  for (const unit of services) {
    const own = settings(unit);
    const state = own.DATA_DIR ?? own.GATEWAY_DATA_DIR;
    assert.deepEqual(values(unit, "StateDirectory").map((name) => `/var/lib/${name}`), [state]);
    const writable = unit === "relevo-backup.service" ? [own.BACKUP_DIR] : [];
    assert.deepEqual(values(unit, "ReadWritePaths"), writable, unit);
    assert.deepEqual(values(unit, "ProtectSystem"), ["strict"], unit);
    const [stop] = values(unit, "TimeoutStopSec");
    if (stop) assert.ok(Number(stop) >= Number(own.DRAIN_SECONDS ?? 0) + 10, unit);
    else assert.deepEqual(values(unit, "Type"), ["oneshot"], unit);
  }
});

Deno.test("the operator's command has the folders of the units", () => {
  const script = Deno.readTextFileSync(join(root, "packaging/installer/relevo.sh"));
  const own = settings("relevo.service");
  assert.match(script, new RegExp(`BACKUP_DIR=${own.BACKUP_DIR} `));
  assert.match(script, new RegExp(`state=${own.DATA_DIR!.slice("/var/lib/".length)}\n`));
  assert.match(script, new RegExp(`state=relevo-\\$`));
  assert.equal(settings("relevo@.service").DATA_DIR, "/var/lib/relevo-%i");
});

Deno.test("everything that the installer says is there in English and Spanish", async () => {
  const folder = join(root, "packaging/installer");
  const words = await Deno.readTextFile(join(folder, "words.sh"));
  const keysOf = (language: string) =>
    [...words.matchAll(new RegExp(`^${language}\\[(\\w+)\\]='([^']+)'$`, "gm"))]
      .map(([, key, text]) => `${key} ${text!.match(/%s/g)?.length ?? 0}`);
  assert.deepEqual(keysOf("es"), keysOf("en"));
  const scripts = [join(root, "packaging/install.sh")];
  for (const { name } of Deno.readDirSync(folder)) {
    if (name !== "words.sh") scripts.push(join(folder, name));
  }
  const code = (await Promise.all(scripts.map((path) => Deno.readTextFile(path)))).join("\n")
    .replaceAll(/^ *#.*$/gm, "");
  const verbs = /\b(?:say|step|complain|fail|misuse|fault|text) "?(\w+)"?(?=[\s;)]|$)/gm;
  const usedKeys = new Set([...code.matchAll(verbs)].map(([, key]) => key!));
  for (const key of ["domain", "email"]) usedKeys.add(`ask_${key}`).add(`wrong_${key}`);
  const keys = keysOf("en").map((key) => key.split(" ")[0]!);
  assert.deepEqual(keys.filter((key) => !usedKeys.has(key)), []);
  assert.deepEqual([...usedKeys].filter((key) => !keys.includes(key)), []);
});

if (analyze) {
  Deno.test("systemd takes the units, and they are shut", async () => {
    // Its programs are looked for where an installation has them.
    const copy = await Deno.makeTempDir({ prefix: "relevo-units-" });
    for (const [name, text] of texts) {
      const here = text.replaceAll("/opt/relevo/current/bin/relevo", "/bin/true");
      await Deno.writeTextFile(join(copy, name.replace("@.", "@8001.")), here);
    }
    const paths = [...Deno.readDirSync(copy)].map(({ name }) => join(copy, name));
    const verified = await run(analyze, ["verify", "--man=no", ...paths]);
    assert.equal(verified.text, "");
    const shut = await run(analyze, [
      ...["security", "--offline=yes", "--threshold=20", "--no-pager"],
      ...paths.filter((path) => path.endsWith(".service")),
    ]);
    assert.equal(shut.code, 0, shut.text);
    const loose = join(copy, "loose.service");
    await Deno.writeTextFile(loose, "[Service]\nExecStart=/bin/true\n");
    assert.notEqual(
      (await run(analyze, ["security", "--offline=yes", "--threshold=20", loose])).code,
      0,
    );
    await Deno.remove(copy, { recursive: true });
  });
}

if (shellcheck) {
  Deno.test("shellcheck has nothing against the scripts", async () => {
    const scripts = ["packaging/install.sh", "packaging/installer/relevo.sh"];
    const { text } = await run(shellcheck, ["--external-sources", ...scripts]);
    assert.equal(text, "");
  });
}

async function run(program: string, args: string[]): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: dirname(join(root, "deno.json")),
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}
