/**
 * The stage of the fault tests: a database that outlives the process under test, a key, phones, and
 * the real app, started on it as often as a test has killed it.
 */
import assert from "node:assert/strict";
import { PGlite } from "@electric-sql/pglite";
import { join } from "node:path";
import pg from "pg";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { isUnavailable } from "@/lib/db/transaction.ts";
import { checkData, type Fault } from "@/lib/invariants/check_data.ts";
import { createLog } from "@/lib/tools/log.ts";
import { type Cluster, findServerPrograms } from "../../support/cluster.ts";
import { type App, freePort, startApp } from "../../support/process.ts";
import { populateFolder, populateServer } from "./populated.ts";
import { long } from "./proof.ts";

type Kind = Database["kind"];

/** Runs SQL past all policies. */
export type Sql = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A prepared database with its users and phones. */
export interface Stage extends AsyncDisposable {
  readonly kind: Kind;
  /** The program's API key, of company 1. */
  readonly key: string;
  /** Device tokens by user. */
  readonly phones: ReadonlyMap<string, string>;
  /** The server, on Postgres. */
  readonly cluster: Cluster | null;
  /** The database for the app's owner, on Postgres. */
  readonly databaseUrl: string | null;
  /** Starts the app; instances of different names have a data folder each. */
  start(options?: StartOptions): Promise<App>;
  dataDir(name?: string): string;
  /** Works on the database directly; on the embedded one only while no app runs. */
  sql<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

interface StartOptions {
  name?: string;
  port?: number;
  databaseUrl?: string;
  /** Folder of the installation. */
  root?: string;
  /** Most file descriptors that the process may have. */
  openFiles?: number;
  /** Settings of this start alone. */
  env?: Record<string, string>;
}

interface StageOptions {
  users?: string[];
  /** An existing server; it is left running. */
  cluster?: Cluster;
  /** The folder to put it in; the one for temporary files unless told. */
  dir?: string;
  /** Settings of the app beyond the stage's own. */
  env?: Record<string, string>;
  /** The test writes rows past the app, which need not be whole. */
  hasBareRows?: boolean;
}

export const sixUsers = ["ana", "bruno", "carla", "diego", "elena", "fran"];

/** Whether this run may use a real Postgres of its own. */
const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && findServerPrograms() !== null;

/** Opens a stage: on Postgres a server with fsync on, else the embedded database in a folder. */
export async function openStage(kind: Kind, options: StageOptions = {}): Promise<Stage> {
  const folder = await Deno.makeTempDir({ dir: options.dir, prefix: "relevo-stage-" });
  const dataDir = (name = "data") => join(folder, name);
  const users = options.users ?? sixUsers;
  const { cluster, databaseUrl, key, phones } = kind === "postgres"
    ? await populateServer(users, options.cluster)
    : await populateFolder(join(dataDir(), "postgres"), users);
  const running = new Set<App>();

  const stage: Stage = {
    kind,
    key,
    phones,
    cluster,
    databaseUrl,
    dataDir,
    async start(
      { name, port = freePort(), databaseUrl: url = databaseUrl ?? "", ...more }: StartOptions = {},
    ) {
      const { root, openFiles } = more;
      const env = { ...settings({ dataDir: dataDir(name), url }), ...options.env, ...more.env };
      const app = await startApp({ port, env, root, openFiles });
      running.add(app);
      app.exited.then(() => running.delete(app));
      return app;
    },
    sql: (work) =>
      cluster
        ? onServer(adminUrlOf(cluster, databaseUrl!), work)
        : onFolder(join(dataDir(), "postgres"), work),
    async [Symbol.asyncDispose]() {
      for (const app of running) app.kill();
      await Promise.all([...running].map((app) => app.exited));
      const faults = options.hasBareRows
        ? []
        : await faultsIn({ url: databaseUrl ?? undefined, dir: dataDir() });
      if (!options.cluster) await cluster?.destroy();
      await Deno.remove(folder, { recursive: true });
      assert.deepEqual(faults, [], "the data is whole");
    },
  };
  return stage;
}

/** Faults in a stage's data, whatever the test did to the app; none where it ended the server. */
async function faultsIn({ url, dir }: { url?: string; dir: string }): Promise<Fault[]> {
  const log = createLog("error");
  const database = await openDatabase({ url, dir: join(dir, "postgres"), log, poolSize: 1 });
  try {
    return await checkData(database.db);
  } catch (error) {
    if (isUnavailable(error)) return [];
    throw error;
  } finally {
    await database.close();
  }
}

/** The administrator's way to the database that `url` names. */
export function adminUrlOf(cluster: Cluster, url: string): string {
  const admin = new URL(cluster.adminUrl);
  admin.pathname = new URL(url).pathname;
  return admin.href;
}

/** One database in the short form, where what is shown does not depend on which it is. */
export const anyKind: Kind[] = long
  ? ["postgres", "pglite"]
  : [hasPostgres ? "postgres" : "pglite"];

/** How often it is done: in the short form once on the embedded database, which takes longest. */
export function roundsOn(kind: Kind, few: number, many: number): number {
  if (long) return many;
  return kind === "pglite" ? 1 : few;
}

/** Registers a test on each database that this machine has. */
export function testOn(kinds: Kind[], name: string, test: (kind: Kind) => Promise<void>): void {
  for (const kind of kinds) {
    Deno.test({
      name: `${name} (${kind})`,
      ignore: kind === "postgres" && !hasPostgres,
      // Connections that fetch keeps belong to no test.
      sanitizeOps: false,
      sanitizeResources: false,
      fn: () => test(kind),
    });
  }
}

function settings({ dataDir, url }: { dataDir: string; url: string }): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    // The keys are fetched at the first sign-in.
    GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
    GATEWAY_AUDIENCE: "relevo-tests",
    CALLBACK_ALLOW_NETS: "127.0.0.0/8",
    RATE_LIMIT_PER_SECOND: "0",
    PHONE_LIMIT_PER_SECOND: "0",
    COMPANY_LIMIT_PER_SECOND: "0",
    MEMBER_LIMIT_PER_SECOND: "0",
  };
}

export async function onServer<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows);
  } finally {
    await client.end();
  }
}

async function onFolder<T>(folder: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const pglite = await PGlite.create(folder);
  try {
    return await work(async <Row>(text: string, values?: unknown[]) =>
      (await pglite.query<Row>(text, values)).rows
    );
  } finally {
    await pglite.close();
  }
}
