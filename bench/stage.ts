/**
 * The setup of every measurement: a new migrated database with a key and paired phones, and the
 * real app on it, started as an operator starts it.
 */
import { createKey } from "@/lib/access/keys.ts";
import { createPairing, pairDevice } from "@/lib/access/pairing.ts";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/log.ts";
import { type Cluster, startCluster } from "@/tests/support/cluster.ts";
import { type App, startApp } from "@/tests/support/process.ts";

/** Which database the app runs on. */
export type Kind = "postgres" | "pglite";

/** A database that is ready, and the means to run the app on it. */
export interface Stage extends AsyncDisposable {
  kind: Kind;
  /** The Postgres server, if there is one: it waits for the disk at each commit. */
  cluster?: Cluster;
  databaseUrl?: string;
  /** API key of company 1. */
  key: string;
  /** One phone for each of the users that were asked for. */
  phones: { userId: string; token: string }[];
  /** Starts the app with limits off. One at a time on the embedded database. */
  startApp(env?: Record<string, string>): Promise<App>;
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
  const { key, phones } = await read((database) => populate(database, users));
  return {
    kind,
    cluster,
    databaseUrl,
    key,
    phones,
    read,
    startApp: (env = {}) =>
      startApp({
        env: {
          DATA_DIR: folder,
          ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
          // Never asked: no member calls here.
          GATEWAY_JWKS_URL: "http://127.0.0.1:9/certs",
          GATEWAY_AUDIENCE: "bench",
          CALLBACK_ALLOW_NETS: "127.0.0.0/8",
          RATE_LIMIT_PER_SECOND: "0",
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

async function populate({ db }: Database, users: string[]) {
  await migrate(db);
  const { key } = await inCompany(
    db,
    company,
    (trx) => createKey(trx, { companyId: company }, { name: "bench" }),
  );
  const phones: Stage["phones"] = [];
  for (let at = 0; at < users.length; at += pairedAtOnce) {
    const some = users.slice(at, at + pairedAtOnce);
    phones.push(...await Promise.all(some.map((userId) => pair(db, userId))));
  }
  return { key, phones };
}

async function pair(db: Database["db"], userId: string) {
  const { code } = await inCompany(
    db,
    company,
    (trx) => createPairing(trx, { companyId: company }, { userId }, "http://localhost"),
  );
  const { token } = (await pairDevice(db, code))!;
  return { userId, token };
}
