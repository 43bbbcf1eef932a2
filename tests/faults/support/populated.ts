/** Databases of the fault tests with a key and phones, made once for a run and then copied. */
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { createKey } from "@/lib/access/keys.ts";
import { createPairing, pairDevice } from "@/lib/access/pairing.ts";
import { type BareTrx, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { type Cluster, type Snapshot, startCluster } from "../../support/cluster.ts";

interface Populated {
  key: string;
  phones: Map<string, string>;
}

interface PopulatedServer extends Populated {
  cluster: Cluster;
  databaseUrl: string;
}

interface PopulatedFolder extends Populated {
  cluster: null;
  databaseUrl: null;
}

const log = createLog("error");

/** Makes a database with users on a server of its own, or on the existing one. */
export async function populateServer(
  users: string[],
  existing?: Cluster,
): Promise<PopulatedServer> {
  const run = folderOfRun();
  if (run && !existing) return await copyServer(join(run, `relevo-server-${users.length}`), users);
  const cluster = existing ?? await startCluster();
  const databaseUrl = await cluster.createDatabase();
  return { cluster, databaseUrl, ...await populate({ url: databaseUrl }, users) };
}

interface SavedServer {
  snapshot: Snapshot;
  database: string;
}

/** Migrations take seconds where each commit waits for the disk. */
async function copyServer(folder: string, users: string[]): Promise<PopulatedServer> {
  const { key, phones, snapshot, database } = await readOrMake<SavedServer>(
    folder,
    async (part) => {
      const cluster = await startCluster({ fsync: false });
      const url = await cluster.createDatabase();
      const populated = await populate({ url }, users);
      const snapshot = await cluster.save(join(part, "data"));
      return { ...populated, snapshot, database: new URL(url).pathname.slice(1) };
    },
  );
  const cluster = await startCluster({
    copyOf: { ...snapshot, folder: join(folder, "data") },
  });
  return { cluster, databaseUrl: await cluster.findDatabase(database), key, phones };
}

/** Making an embedded database takes seconds too. */
export async function populateFolder(dir: string, users: string[]): Promise<PopulatedFolder> {
  const run = folderOfRun();
  const noServer = { cluster: null, databaseUrl: null };
  if (!run) return { ...await populate({ dir }, users), ...noServer };
  const folder = join(run, `relevo-populated-${users.length}`);
  const { key, phones } = await readOrMake(
    folder,
    (part) => populate({ dir: join(part, "postgres") }, users),
  );
  await cp(join(folder, "postgres"), dir, { recursive: true });
  return { key, phones, ...noServer };
}

/** What was made into the folder, by whichever process of the run was first. */
async function readOrMake<More>(
  folder: string,
  make: (part: string) => Promise<Populated & More>,
): Promise<Populated & More> {
  const file = "made.json";
  if (!existsSync(folder)) {
    const part = await Deno.makeTempDir({ prefix: "relevo-part-" });
    const { phones, ...rest } = await make(part);
    await Deno.writeTextFile(join(part, file), JSON.stringify({ ...rest, phones: [...phones] }));
    await Deno.rename(part, folder).catch((error) => {
      if (!existsSync(join(folder, file))) throw error;
    });
  }
  const data = JSON.parse(await Deno.readTextFile(join(folder, file)));
  return { ...data, phones: new Map(data.phones) };
}

function folderOfRun(): string | undefined {
  return Deno.env.get("TEST_CLUSTER") && Deno.env.get("TMPDIR");
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
