/**
 * `deno task test`: the tests of the project, on one real Postgres for the whole run.
 *
 * A few files share a process, and as many processes run at once as the machine bears. Those under
 * `tests/faults/` have a worker beside the others, and at the end two; it helps the others after.
 * What a run leaves out is said, and with REQUIRE_ALL=1 a failure. The runner has every permission, because Deno asks for no less
 * before it lets a database lie in memory (`/dev/shm`); the tests have those of `permissions` below.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./runner/built.ts";
import { chooseFiles, type Files, type Group, groupFiles } from "./runner/files.ts";
import { Progress } from "./runner/progress.ts";
import { report } from "./runner/report.ts";
import { type GroupResult, runGroup, type RunningGroup } from "./runner/run_group.ts";
import { findChromium } from "./support/browser.ts";
import { writeSigningKey } from "./support/gateway.ts";
import { unmetIn } from "./runner/unmet.ts";
import { gatherStatements } from "./support/statements.ts";
import { openTestServer, type TestServer } from "./support/test_server.ts";
import { until } from "./support/wait.ts";

const LOOPBACK = ["127.0.0.0/8", "[::1]", "0.0.0.0", "[::]", "localhost", "*.localhost"];
/** Names that RFC 6761 keeps for tests: they never resolve, and tests may try. */
const RESERVED = ["*.test", "*.example", "*.invalid"];

const USAGE = `deno task test [options] [files or folders]

  --all            also crashes, floods and every page in every look
  --both           each test on both kinds of database, not only those that are marked for it
  --only-pglite    without a real Postgres
  --no-browser     without Chromium
  --serial         one process at a time
  --verbose        each test by its name
  --filter <name>  only tests whose name has this text, or matches this /pattern/

PG_BIN, TEST_DATABASE_URL, CHROMIUM_PATH and HEADLESS_SHELL_PATH say where things are;
SCREENSHOT_DIR keeps pictures; REQUIRE_ALL=1 fails when anything is left out.`;

interface Options {
  all: boolean;
  both: boolean;
  onlyPglite: boolean;
  noBrowser: boolean;
  serial: boolean;
  verbose: boolean;
  filter?: string;
}

/** Where the files write, and what they use. */
interface Setup {
  options: Options;
  tmp: string;
  files: Files;
  server: TestServer | null;
  signingKey: string;
  leftOut: string[];
}

interface Running extends Setup {
  /** The build that tests are run against. */
  buildFolder: string;
  /** Where a whole run gathers places of statements that tests of plans met. */
  sites: string | null;
  /** Where processes leave the statements that they heard. */
  statements: string | null;
}

const running = new Set<RunningGroup>();
let interrupted = false;

function parseOptions(): { options: Options; paths: string[] } {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals: paths } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      "all": flag,
      "both": flag,
      "only-pglite": flag,
      "no-browser": flag,
      "serial": flag,
      "verbose": flag,
      "filter": { type: "string" },
      "help": { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    Deno.exit(0);
  }
  const { all, both, serial, verbose, filter } = values;
  return {
    options: {
      all,
      both,
      serial,
      verbose,
      filter,
      onlyPglite: values["only-pglite"],
      noBrowser: values["no-browser"],
    },
    paths,
  };
}

async function setUp(options: Options, paths: string[], tmp: string): Promise<Setup> {
  const leftOut: string[] = [];
  const opened = options.onlyPglite ? { reason: "--only-pglite" } : await openTestServer();
  if ("reason" in opened) leftOut.push(`real Postgres (${opened.reason})`);
  if (options.noBrowser) leftOut.push("browser (--no-browser)");
  else if (!findChromium()) leftOut.push("browser (no Chromium)");
  const server = "reason" in opened ? null : opened;
  const files = chooseFiles(paths, { all: options.all, hasServer: server !== null });
  const later = files.later.length;
  if (later) leftOut.push(`slow files (${later}, --all)`);
  return { options, tmp, files, server, signingKey: await writeSigningKey(), leftOut };
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

function environment(
  { options, server, signingKey, tmp, buildFolder, sites, statements }: Running,
): Record<string, string> {
  const env = { ...Deno.env.toObject() };
  // Only the databases of this run: a test that looks for another one must not find it.
  delete env.DATABASE_URL;
  delete env.TEST_DATABASE_URL;
  env.TEST_CLUSTER = server ? JSON.stringify(server.handle) : "none";
  env.TEST_SIGNING_KEY = signingKey;
  if (options.both) env.TEST_BOTH = "1";
  env.CHROMIUM_PATH = options.noBrowser ? "none" : findChromium() ?? "none";
  env.TMPDIR = tmp;
  env.TEST_EMBEDDED_DUMP = join(tmp, "embedded.tar");
  env.TEST_BUILD = buildFolder;
  if (sites) env.TEST_SITES = sites;
  if (statements) env.TEST_STATEMENTS = statements;
  return env;
}

/** The queues of each worker, in order. Groups mostly wait, so there are more workers than cores. */
function workersFor(files: Files, { serial }: Options): ArrayIterator<Group>[][] {
  const together = groupFiles(files.together).values();
  const faults = files.faults.map((file) => [file]).values();
  if (serial) return [[together, faults]];
  const atOnce = Number(Deno.env.get("DENO_JOBS")) ||
    Math.max(3, Math.floor(navigator.hardwareConcurrency * 0.75));
  return [
    [together, faults],
    ...Array.from({ length: atOnce - 1 }, () => [together]),
    [faults, together],
  ];
}

/** Runs all groups, as many at once as there are workers, and hands each result over as it comes. */
async function runGroups(setup: Running, progress: Progress): Promise<GroupResult[]> {
  const { options, tmp } = setup;
  const filter = options.filter ? ["--filter", options.filter] : [];
  const args = [...permissions(setup), ...filter];
  const env = environment(setup);
  const results: GroupResult[] = [];
  const work = async (queues: ArrayIterator<Group>[]) => {
    for (const queue of queues) {
      for (const group of queue) {
        if (interrupted) return;
        const run = runGroup(group, { args, env, tmp });
        running.add(run);
        const result = await run.result;
        running.delete(run);
        if (interrupted) return;
        results.push(result);
        progress.ended(result);
      }
    }
  };
  await Promise.all(workersFor(setup.files, options).map(work));
  return results;
}

/** Removes what the tests have left, also while a killed test's server is still on its way out. */
async function removeFolder(path: string): Promise<void> {
  const gone = async () => {
    await Deno.remove(path, { recursive: true });
    return true;
  };
  await until(gone, { timeoutMs: 60_000, what: `${path} to be removed` })
    .catch((error) => console.error(error.message));
}

async function main(): Promise<number> {
  const { options, paths } = parseOptions();
  // Says at once which path there is not.
  chooseFiles(paths, { all: true, hasServer: true });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      interrupted = true;
      for (const run of running) run.kill();
    });
  }
  const tmp = await Deno.makeTempDir({ prefix: "relevo-test-" });
  // The system user of Postgres passes through it to the clusters that tests start.
  await Deno.chmod(tmp, 0o711);
  let setup: Setup | undefined;
  try {
    const [buildFolder, installed] = await Promise.all([build(), setUp(options, paths, tmp)]);
    setup = installed;
    const { files } = installed;
    if (!buildFolder) throw new Error("The build failed, so no test was run.");
    const all = files.together.length + files.faults.length;
    using progress = new Progress({ all, running, isVerbose: options.verbose });
    const isWhole = options.all && paths.length === 0 && !options.filter && installed.server;
    const sites = isWhole ? await Deno.makeTempDir({ dir: tmp, prefix: "sites-" }) : null;
    const statementsFile = Deno.env.get("STATEMENTS_FILE");
    const statements = statementsFile
      ? await Deno.makeTempDir({ dir: tmp, prefix: "statements-" })
      : null;
    const results = await runGroups({ ...installed, buildFolder, sites, statements }, progress);
    if (statements) {
      await Deno.writeTextFile(statementsFile!, JSON.stringify(await gatherStatements(statements)));
    }
    const unmet = sites && !interrupted ? await unmetIn(sites) : [];
    return report(results, { all, interrupted, leftOut: setup.leftOut, unmet });
  } finally {
    await setup?.server?.close();
    await removeFolder(tmp);
  }
}

try {
  Deno.exit(await main());
} catch (error) {
  console.error((error as Error).message);
  Deno.exit(2);
}
