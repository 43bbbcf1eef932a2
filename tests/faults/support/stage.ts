/**
 * The stage of the fault tests: a database that outlives the process under test, a key, phones, and
 * the real app, started on it as often as a test has killed it.
 */
import { PGlite } from "@electric-sql/pglite";
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { createKey } from "@/lib/access/keys.ts";
import { createPairing, pairDevice } from "@/lib/access/pairing.ts";
import { type BareTrx, type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { type Cluster, findServerPrograms, startCluster } from "../../support/cluster.ts";
import { type App, freePort, startApp } from "../../support/process.ts";
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
  /** Most file descriptors that the process may have. */
  openFiles?: number;
}

interface StageOptions {
  users?: string[];
  /** An existing server; it is left running. */
  cluster?: Cluster;
  /** The folder to put it in; the one for temporary files unless told. */
  dir?: string;
  /** Settings of the app beyond the stage's own. */
  env?: Record<string, string>;
}

const sixUsers = ["ana", "bruno", "carla", "diego", "elena", "fran"];
const log = createLog("error");

/** Whether this run may use a real Postgres of its own. */
const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && findServerPrograms() !== null;

/** Opens a stage: on Postgres a server with fsync on, else the embedded database in a folder. */
export async function openStage(kind: Kind, options: StageOptions = {}): Promise<Stage> {
  const folder = await Deno.makeTempDir({ dir: options.dir, prefix: "relevo-stage-" });
  const cluster = kind === "postgres" ? options.cluster ?? await startCluster() : null;
  const databaseUrl = cluster && await cluster.createDatabase();
  const dataDir = (name = "data") => join(folder, name);
  const users = options.users ?? sixUsers;
  const { key, phones } = databaseUrl
    ? await populate({ url: databaseUrl }, users)
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
      { name, port = freePort(), databaseUrl: url = databaseUrl ?? "", openFiles } = {},
    ) {
      const env = { ...settings({ dataDir: dataDir(name), url }), ...options.env };
      const app = await startApp({ port, env, openFiles });
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
      if (!options.cluster) await cluster?.destroy();
      await Deno.remove(folder, { recursive: true });
    },
  };
  return stage;
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

interface Populated {
  key: string;
  phones: Map<string, string>;
}

/** Making an embedded database takes seconds: within one run of the tests it is made once. */
async function populateFolder(dir: string, users: string[]): Promise<Populated> {
  const run = Deno.env.get("TEST_CLUSTER") && Deno.env.get("TMPDIR");
  if (!run) return await populate({ dir }, users);
  const kept = join(run, `relevo-populated-${users.length}`);
  const secrets = join(kept, "secrets.json");
  if (!existsSync(secrets)) {
    const { key, phones } = await populate({ dir: join(kept, "postgres") }, users);
    await Deno.writeTextFile(secrets, JSON.stringify({ key, phones: [...phones] }));
  }
  await cp(join(kept, "postgres"), dir, { recursive: true });
  const { key, phones } = JSON.parse(await Deno.readTextFile(secrets));
  return { key, phones: new Map(phones) };
}

/** Gives a company a key and phones, in a database that may be empty. */
export async function populate(
  where: { url?: string; dir?: string },
  users: string[],
  companyId = 1,
): Promise<Populated> {
  const database = await openDatabase({ ...where, log, poolSize: 1 });
  try {
    await migrate(database.db);
    const company = <T>(work: (trx: BareTrx) => Promise<T>) =>
      inCompany(database.db, companyId, work);
    const { key } = await company((trx) => createKey(trx, { companyId }, { name: "shop" }));
    const phones = new Map<string, string>();
    for (const userId of users) {
      const { code } = await company((trx) =>
        createPairing(trx, { companyId }, { userId }, "http://none")
      );
      phones.set(userId, (await pairDevice(database.db, code))!.token);
    }
    return { key, phones };
  } finally {
    await database.close();
  }
}

async function onServer<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
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
