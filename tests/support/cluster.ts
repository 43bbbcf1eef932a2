/** A throw-away Postgres from the programs found on this machine, also for tests that crash it. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Databases, type DatabasesHandle, newHandle, openDatabases } from "./databases.ts";
import { freePort, type Guard, guardProcess } from "./process.ts";
import { deadline, patienceMs, until } from "./wait.ts";

/**
 * How a server is stopped: `fast` ends its sessions, `immediate` drops everything at once so that
 * the next start must recover from the log, `kill` is SIGKILL to the server process.
 */
export type StopMode = "fast" | "immediate" | "kill";

const SIGNALS: Record<StopMode, Deno.Signal> = {
  fast: "SIGINT",
  immediate: "SIGQUIT",
  kill: "SIGKILL",
};

interface ClusterOptions {
  /** Whether a commit waits for the disk; on by default. Ordinary tests turn it off, for speed. */
  fsync?: boolean;
  /** Further server settings, such as `{ statement_timeout: "5s" }`. */
  settings?: Record<string, string>;
  /** The folder to put it in; the one for temporary files unless told. */
  dir?: string;
  /** The folder is kept in memory. */
  isInMemory?: boolean;
  /** What it begins with instead of nothing. */
  copyOf?: Snapshot;
  /** Of one that it takes the place of. */
  port?: number;
}

/** The data of a server that has ended in order. */
export interface Snapshot {
  folder: string;
  /** The administrator's. */
  password: string;
}

/** A throw-away Postgres server, with the same port and data through its restarts. */
export interface Cluster extends Databases {
  readonly handle: DatabasesHandle;
  /** The server's own log. */
  readonly logPath: string;
  /** Starts the server again; does nothing while it runs. */
  start(): Promise<void>;
  /** Stops the server and keeps its data; `fast` unless told. */
  stop(options?: { mode?: StopMode }): Promise<void>;
  /** Stops and starts it. */
  restart(options?: { mode?: StopMode }): Promise<void>;
  /** Stops the server for good and keeps its data in a new folder. */
  save(folder: string): Promise<Snapshot>;
  /** Stops the server and removes everything. */
  destroy(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Finds the folder with `initdb` and `postgres`: PG_BIN, the PATH, then the places where packages
 * put them, newest first. Null when there is none.
 */
export function findServerPrograms(): string | null {
  const own = Deno.env.get("PG_BIN");
  const path = Deno.env.get("PATH")?.split(":") ?? [];
  const folders = own ? [own] : [...path, ...versioned("/usr/lib/postgresql"), ...homebrew()];
  return folders.find((folder) => folder && hasServer(folder)) ?? null;
}

function versioned(root: string): string[] {
  return entries(root).sort((a, b) => Number(b) - Number(a)).map((name) => join(root, name, "bin"));
}

function homebrew(): string[] {
  return ["/opt/homebrew/opt", "/usr/local/opt"].flatMap((root) =>
    entries(root).filter((name) => name.startsWith("postgresql")).sort().reverse()
      .map((name) => join(root, name, "bin"))
  );
}

function entries(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name);
  } catch {
    return [];
  }
}

function hasServer(folder: string): boolean {
  const names = entries(folder);
  return names.includes("initdb") && names.includes("postgres");
}

/**
 * Starts a throw-away server on a free port of 127.0.0.1.
 *
 * @throws Error when no server programs are found, or with the server's log when it does not start.
 */
export async function startCluster(
  { fsync = true, settings = {}, dir: within, isInMemory, copyOf, port }: ClusterOptions = {},
): Promise<Cluster> {
  const bin = findServerPrograms();
  if (!bin) throw new Error("No Postgres server programs were found (PG_BIN, PATH).");
  const user = serverUser();
  const dir = await Deno.makeTempDir({ dir: within, prefix: "relevo-pg-" });
  const files = { bin, dir, data: join(dir, "data"), logPath: join(dir, "postgres.log"), user };
  const password = copyOf?.password ?? randomBytes(16).toString("hex");
  try {
    if (copyOf) await copyData(files, copyOf.folder);
    else await initialise(files, password);
    const server = new Server(files, { ...serverSettings(fsync), ...settings });
    if (port) server.port = port;
    await server.start();
    const adminUrl = `postgres://postgres:${password}@127.0.0.1:${server.port}/postgres`;
    return cluster(server, newHandle(adminUrl, { isInMemory }), { ...files, password });
  } catch (error) {
    await Deno.remove(dir, { recursive: true });
    throw error;
  }
}

interface Files {
  bin: string;
  dir: string;
  data: string;
  logPath: string;
  user: { uid?: number; gid?: number };
}

function cluster(
  server: Server,
  handle: DatabasesHandle,
  { dir, data, logPath, password }: Files & { password: string },
): Cluster {
  const destroy = async () => {
    await server.stop("immediate");
    await Deno.remove(dir, { recursive: true }).catch(() => {});
  };
  return {
    ...openDatabases(handle),
    handle,
    logPath,
    start: () => server.start(),
    stop: ({ mode = "fast" } = {}) => server.stop(mode),
    restart: async ({ mode = "fast" } = {}) => {
      await server.stop(mode);
      await server.start();
    },
    async save(folder) {
      await server.stop("fast");
      await copyFolder(data, folder);
      await destroy();
      return { folder, password };
    },
    destroy,
    [Symbol.asyncDispose]: destroy,
  };
}

/** Postgres refuses to run as root, so it runs as its system user, or as nobody. */
export function serverUser(): { uid?: number; gid?: number } {
  if (Deno.uid() !== 0) return {};
  const lines = Deno.readTextFileSync("/etc/passwd").split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const line = lines.find(([user]) => user === name);
    if (line) return { uid: Number(line[2]), gid: Number(line[3]) };
  }
  throw new Error("Postgres cannot run as root, and there is no user postgres or nobody.");
}

async function initialise({ bin, dir, data, user }: Files, password: string): Promise<void> {
  const passwordFile = join(dir, "password");
  await Deno.writeTextFile(passwordFile, password);
  if (user.uid !== undefined) {
    for (const path of [dir, passwordFile]) await Deno.chown(path, user.uid, user.gid!);
  }
  // A UTF-8 locale and not C: in C a missing text_pattern_ops would go unseen.
  const locale = Deno.build.os === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
  const { success, stderr } = await new Deno.Command(join(bin, "initdb"), {
    args: ["-D", data, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`]
      .concat("--encoding=UTF8", `--locale=${locale}`, "--no-sync", "--no-instructions"),
    cwd: dir,
    ...user,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`initdb failed: ${new TextDecoder().decode(stderr)}`);
}

async function copyData({ dir, data, user }: Files, from: string): Promise<void> {
  if (user.uid !== undefined) await Deno.chown(dir, user.uid, user.gid!);
  await copyFolder(from, data);
}

/** With its owner and rights, without which Postgres refuses it. */
async function copyFolder(from: string, to: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("cp", { args: ["-a", from, to] }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

function serverSettings(fsync: boolean): Record<string, string> {
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    fsync: fsync ? "on" : "off",
    synchronous_commit: fsync ? "on" : "off",
    full_page_writes: fsync ? "on" : "off",
    // An operator's server need not be on UTC: a query that leans on the zone fails here.
    timezone: "<+0545>-05:45",
    log_timezone: "UTC",
  };
}

/** The server process; the parts that change from one start to the next. */
class Server {
  port = 0;
  #running?: { child: Deno.ChildProcess; guard: Guard };

  constructor(private files: Files, private settings: Record<string, string>) {}

  async start(): Promise<void> {
    if (this.#running) return;
    const port = () => this.port || freePort();
    // After a SIGKILL the orphaned backends hold the data for some moments more.
    const outcome = await until(async () => await this.#launch(port()) ?? null, {
      timeoutMs: patienceMs,
      what: "Postgres to start",
    });
    if (outcome !== "ready") throw new Error(`Postgres did not start:\n${outcome}`);
  }

  /** "ready", the log of a failure, or null if another try may help. */
  async #launch(port: number): Promise<"ready" | string | null> {
    const { bin, dir, data, logPath, user } = this.files;
    const settings = Object.entries(this.settings).flatMap(([k, v]) => ["-c", `${k}=${v}`]);
    const child = new Deno.Command("sh", {
      args: ["-c", `exec "$@" >"$0" 2>&1 </dev/null`, logPath, join(bin, "postgres"), "-D", data]
        .concat("-p", String(port), settings),
      cwd: dir,
      ...user,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const guard = guardProcess(child.pid, { signal: "QUIT", directory: dir });
    if (await this.#isReady(child)) {
      // A server still running must not keep the test process from exiting.
      child.unref();
      this.port = port;
      this.#running = { child, guard };
      return "ready";
    }
    await guard.release();
    const log = await Deno.readTextFile(logPath);
    return /shared memory block|Address already in use|postmaster\.pid/.test(log) ? null : log;
  }

  /** Waits until the server says "ready" in its own lock file, or has ended. */
  async #isReady(child: Deno.ChildProcess): Promise<boolean> {
    let ended = false;
    child.status.then(() => ended = true);
    const lockFile = join(this.files.data, "postmaster.pid");
    return await until(async () => {
      if (ended) return "ended";
      const lines = (await Deno.readTextFile(lockFile)).split("\n");
      return lines[0] === String(child.pid) && lines[7]?.trim() === "ready" && "ready";
    }, { what: "Postgres to be ready" }) === "ready";
  }

  async stop(mode: StopMode): Promise<void> {
    if (!this.#running) return;
    const { child, guard } = this.#running;
    this.#running = undefined;
    child.ref();
    child.kill(SIGNALS[mode]);
    await deadline(child.status, patienceMs, `Postgres to stop (${mode})`);
    await guard.release();
  }
}
