/**
 * `deno task test`: every test of the project, on one real Postgres for the whole run.
 *
 * Test files run side by side, except those under `tests/faults/`, which need the machine for
 * themselves. What this machine lacks is left out, said, and with REQUIRE_ALL=1 a failure.
 */
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "./support/browser.ts";
import { openTestServer, type TestServer } from "./support/cluster.ts";
import { guardProcess } from "./support/process.ts";
import { deadline, until } from "./support/wait.ts";

const ROOT = resolve(import.meta.dirname!, "..");
const ALONE = "tests/faults/";
const DUMP = "embedded.tar";
const STEP_LIMIT_MS = 40 * 60_000;
const LOOPBACK = ["127.0.0.0/8", "[::1]", "0.0.0.0", "[::]", "localhost", "*.localhost"];
/** Names that RFC 6761 keeps for tests: they never resolve, and tests may try. */
const RESERVED = ["*.test", "*.example", "*.invalid"];

const USAGE = `deno task test [options] [files or folders]

  --only-pglite    without a real Postgres
  --no-browser     without Chromium
  --serial         one test file at a time
  --filter <name>  only tests whose name has this text, or matches this /pattern/

PG_BIN, TEST_DATABASE_URL, CHROMIUM_PATH say where things are; SCREENSHOT_DIR keeps pictures;
REQUIRE_ALL=1 fails when anything is left out.`;

interface Options {
  paths: string[];
  onlyPglite: boolean;
  noBrowser: boolean;
  serial: boolean;
  filter?: string;
}

/** What one `deno test` reported, summed up over the steps. */
interface Result {
  passed: number;
  failed: number;
  ignored: number;
}

/** Where the steps write, and what they use. */
interface Setup {
  options: Options;
  tmp: string;
  server: TestServer | null;
  leftOut: string[];
}

let current: Deno.ChildProcess | undefined;
let interrupted = false;

function parseOptions(): Options {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      "only-pglite": { type: "boolean", default: false },
      "no-browser": { type: "boolean", default: false },
      serial: { type: "boolean", default: false },
      filter: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    Deno.exit(0);
  }
  return {
    paths: positionals.length ? positionals : ["tests"],
    onlyPglite: values["only-pglite"],
    noBrowser: values["no-browser"],
    serial: values.serial,
    filter: values.filter,
  };
}

/**
 * All test files under `path`, relative to the root of the repository, in order. A path that does
 * not exist ends the run.
 */
function findTests(path: string): string[] {
  const found = (full: string): string[] => {
    if (Deno.statSync(full).isFile) return [full];
    return [...Deno.readDirSync(full)].flatMap((entry) => {
      if (entry.isDirectory) return found(join(full, entry.name));
      return /\.test\.tsx?$/.test(entry.name) ? [join(full, entry.name)] : [];
    });
  };
  try {
    return found(resolve(path)).map((full) => relative(ROOT, full)).sort();
  } catch (error) {
    console.error(`${path}: ${(error as Error).message}`);
    Deno.exit(2);
  }
}

/** Builds the browser assets if the project has a task for it; false if that failed. */
async function build(): Promise<boolean> {
  const { tasks } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  if (!tasks?.build) return true;
  current = new Deno.Command(Deno.execPath(), { args: ["task", "build"], cwd: ROOT }).spawn();
  return (await current.status).success;
}

/** Makes the migrated embedded database that the tests start from. */
async function makeDump(tmp: string): Promise<boolean> {
  current = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", "tests/support/embedded.ts", join(tmp, DUMP)],
    cwd: ROOT,
  }).spawn();
  return (await current.status).success;
}

async function setUp(options: Options, tmp: string): Promise<Setup> {
  const leftOut: string[] = [];
  const opened = options.onlyPglite ? { reason: "--only-pglite" } : await openTestServer();
  if ("reason" in opened) leftOut.push(`real Postgres (${opened.reason})`);
  if (options.noBrowser) leftOut.push("browser (--no-browser)");
  else if (!findChromium()) leftOut.push("browser (no Chromium)");
  return { options, tmp, server: "reason" in opened ? null : opened, leftOut };
}

/** Permissions of the tests: this machine's own network, and files in the folder of the run. */
function permissions({ server, tmp }: Setup): string[] {
  const database = server ? [new URL(server.handle.adminUrl).hostname] : [];
  const net = [...new Set([...LOOPBACK, ...RESERVED, ...database])];
  const write = [tmp, Deno.env.get("SCREENSHOT_DIR")].filter(Boolean);
  return [
    "--no-prompt",
    "--allow-read",
    "--allow-env",
    "--allow-sys",
    "--allow-run",
    `--allow-write=${write}`,
    `--allow-net=${net}`,
  ];
}

function environment({ options, server, tmp }: Setup): Record<string, string> {
  const env = { ...Deno.env.toObject() };
  // Only the databases of this run: a test that looks for another one must not find it.
  delete env.DATABASE_URL;
  delete env.TEST_DATABASE_URL;
  env.TEST_CLUSTER = server ? JSON.stringify(server.handle) : "none";
  env.CHROMIUM_PATH = options.noBrowser ? "none" : findChromium() ?? "none";
  env.TMPDIR = tmp;
  env.TEST_EMBEDDED_DUMP = join(tmp, DUMP);
  env.TEST_BUILD = join(ROOT, "_fresh");
  // A file may run a server, a database and a browser at once.
  env.DENO_JOBS ??= String(Math.max(2, Math.floor(navigator.hardwareConcurrency * 0.75)));
  return env;
}

/** Removes what the tests have left, also while a killed test's server is still on its way out. */
async function removeFolder(path: string): Promise<void> {
  const gone = async () => {
    await Deno.remove(path, { recursive: true });
    return true;
  };
  await until(gone, { timeoutMs: 5_000, what: `${path} to be removed` })
    .catch((error) => console.error(error.message));
}

/** Runs one `deno test` over `files` and returns its counts. */
async function step(files: string[], setup: Setup, flags: string[]): Promise<Result> {
  const { filter } = setup.options;
  const child = new Deno.Command(Deno.execPath(), {
    // Types are the matter of `deno task check`.
    args: ["test", "--no-check", ...flags, ...permissions(setup)]
      .concat(filter ? ["--filter", filter] : [], files),
    cwd: ROOT,
    clearEnv: true,
    env: environment(setup),
    stdin: "null",
    stdout: "piped",
  }).spawn();
  current = child;
  const guard = guardProcess(child.pid, { directory: setup.tmp });
  const output = passOn(child.stdout);
  try {
    const status = await deadline(child.status, STEP_LIMIT_MS, "deno test");
    return summary(await output, status.success);
  } catch (error) {
    child.kill("SIGKILL");
    await child.status;
    console.error((error as Error).message);
    return summary(await output, false);
  } finally {
    await guard.release();
  }
}

/** Copies a stream to the output and returns its text. */
async function passOn(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) {
    for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

/** Reads the last summary line of `deno test`: "ok | 3 passed (1 step) | 0 failed | 1 ignored". */
function summary(output: string, success: boolean): Result {
  // deno-lint-ignore no-control-regex -- colours are control characters
  const plain = output.replace(/\x1b\[[0-9;]*m/g, "");
  const line = plain.match(/^(?:ok|FAILED) \| \d+ passed.*$/gm)?.at(-1) ?? "";
  const count = (what: string) => Number(line.match(new RegExp(`(\\d+) ${what}`))?.[1] ?? 0);
  const failed = count("failed");
  // A file that does not load, a test process that was killed: a failure without a count.
  return {
    passed: count("passed"),
    failed: success ? failed : Math.max(failed, 1),
    ignored: count("ignored"),
  };
}

async function runSteps(files: string[], setup: Setup): Promise<Result> {
  const total: Result = { passed: 0, failed: 0, ignored: 0 };
  const alone = files.filter((file) => file.startsWith(ALONE));
  const together = files.filter((file) => !file.startsWith(ALONE));
  for (const part of [together, alone]) {
    if (!part.length || interrupted) continue;
    const result = await step(
      part,
      setup,
      part === together && !setup.options.serial ? ["--parallel"] : [],
    );
    total.passed += result.passed;
    total.failed += result.failed;
    total.ignored += result.ignored;
  }
  return total;
}

/** Prints how it went, the counts last and alone on their line; returns the exit code. */
function report({ passed, failed, ignored }: Result, leftOut: string[]): number {
  if (ignored) leftOut.push(`${ignored} ignored ${ignored === 1 ? "test" : "tests"}`);
  if (leftOut.length) console.log(`left out: ${leftOut.join(", ")}`);
  const incomplete = leftOut.length > 0 && Deno.env.get("REQUIRE_ALL") === "1";
  if (incomplete) console.log("REQUIRE_ALL=1: a run that leaves something out counts as failed");
  if (interrupted) console.log("interrupted");
  if (passed + failed === 0) console.log("no test ran");
  console.log(`${passed} passed, ${failed} failed`);
  if (interrupted) return 130;
  return failed > 0 || passed === 0 || incomplete ? 1 : 0;
}

async function main(): Promise<number> {
  const options = parseOptions();
  const files = [...new Set(options.paths.flatMap(findTests))];
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      interrupted = true;
      try {
        // With SIGKILL: processes that its tests started are watched and end with it.
        current?.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
    });
  }
  if (!await build()) {
    console.error("The build failed, so no test was run.");
    return report({ passed: 0, failed: 1, ignored: 0 }, []);
  }
  const tmp = await Deno.makeTempDir({ prefix: "relevo-test-" });
  // The system user of Postgres passes through it to the clusters that tests start.
  await Deno.chmod(tmp, 0o711);
  let setup: Setup | undefined;
  try {
    if (!await makeDump(tmp)) throw new Error("The embedded database could not be made.");
    setup = await setUp(options, tmp);
    return report(await runSteps(files, setup), setup.leftOut);
  } finally {
    await setup?.server?.close();
    await removeFolder(tmp);
  }
}

Deno.exit(await main());
