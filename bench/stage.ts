/**
 * The setup of every measurement: a new migrated database with a key and paired phones, and the
 * real app on it, started as an operator starts it.
 */
import { createKey } from "@/lib/access/keys.ts";
import { createPairing, pairDevice } from "@/lib/access/pairing.ts";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { type Cluster, startCluster } from "@/tests/support/cluster.ts";
import { type App, startApp } from "@/tests/support/process.ts";

/** Database under the app. */
export type Kind = "postgres" | "pglite";
export const databaseNames: Record<Kind, string> = { postgres: "Postgres", pglite: "PGlite" };

/** Secrets that programs and phones of a company call with. */
export interface Equipment {
  key: string;
  /** One phone for each of the users that were asked for. */
  phones: { userId: string; token: string }[];
}

/**
 * A database that is ready, with the equipment of company 1, and the means to run the app on it.
 */
export interface Stage extends Equipment, AsyncDisposable {
  kind: Kind;
  /** The Postgres server, if there is one: it waits for the disk at each commit. */
  cluster?: Cluster;
  databaseUrl?: string;
  /** Starts the app with limits off. One at a time on the embedded database. */
  startApp(env?: Record<string, string>, runtimeArgs?: string[]): Promise<App>;
  /** Reads the database; on the embedded one only while no app runs. */
  read<T>(work: (database: Database) => Promise<T>): Promise<T>;
}

const company = 1;
const log = createLog("error");
const pairedAtOnce = 16;

/** Sets a stage up: database, key, and a paired phone for each user. */
export async function openStage(kind: Kind, users: string[] = []): Promise<Stage> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-bench-" });
  const cluster = kind === "postgres" ? await startCluster({ fsync: true }) : undefined;
  const databaseUrl = await cluster?.createDatabase();
  const read: Stage["read"] = async (work) => {
    const dir = `${folder}/postgres`;
    const database = await openDatabase({ url: databaseUrl, dir, log, deadlineMs: 600_000 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const { key, phones } = await read(async (database) => {
    await migrate(database.db);
    return await equip(database, company, users);
  });
  return {
    kind,
    cluster,
    databaseUrl,
    key,
    phones,
    read,
    startApp: (env = {}, runtimeArgs) =>
      startApp({
        runtimeArgs,
        env: {
          DATA_DIR: folder,
          ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
          // Never asked: no member calls here.
          GATEWAY_JWKS_URL: "http://127.0.0.1:9/certs",
          GATEWAY_AUDIENCE: "bench",
          CALLBACK_ALLOW_NETS: "127.0.0.0/8",
          RATE_LIMIT_PER_SECOND: "0",
          PHONE_LIMIT_PER_SECOND: "0",
          COMPANY_LIMIT_PER_SECOND: "0",
          MEMBER_LIMIT_PER_SECOND: "0",
          LOG_LEVEL: "warn",
          ...env,
        },
      }),
    async [Symbol.asyncDispose]() {
      await cluster?.destroy();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Makes a key of the company, and pairs a phone for each user. */
export async function equip(
  { db }: Database,
  companyId: number,
  users: string[],
): Promise<Equipment> {
  const { key } = await inCompany(
    db,
    companyId,
    (trx) => createKey(trx, { companyId }, { name: "bench" }),
  );
  const phones: Equipment["phones"] = [];
  for (let at = 0; at < users.length; at += pairedAtOnce) {
    const some = users.slice(at, at + pairedAtOnce);
    phones.push(...await Promise.all(some.map((userId) => pair(db, companyId, userId))));
  }
  return { key, phones };
}

async function pair(db: Database["db"], companyId: number, userId: string) {
  const { code } = await inCompany(
    db,
    companyId,
    (trx) => createPairing(trx, { companyId }, { userId }, "http://localhost"),
  );
  const { token } = (await pairDevice(db, code))!;
  return { userId, token };
}
