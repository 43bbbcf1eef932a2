import type { Config } from "@/lib/service/config.ts";
import { followDatabase } from "@/lib/db/clock.ts";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { idOfFolder, lockFolder } from "@/lib/db/folder.ts";
import { alignStatement } from "@/lib/db/transaction_ids.ts";
import { Replica } from "@/lib/db/replica.ts";
import { CompanyGroups } from "@/lib/fairness/company_groups.ts";
import { Share } from "@/lib/fairness/share.ts";
import { Live } from "@/lib/notify/streams/live.ts";
import { loadVapidKeys } from "@/lib/notify/push/vapid.ts";
import { openErasures } from "@/lib/privacy/open_erasures.ts";
import { loadSecretCipher } from "@/lib/secrets/secret_keys.ts";
import type { Ends } from "@/lib/service/opening/ends.ts";
import { prepareDatabase } from "@/lib/service/opening/prepare_database.ts";
import type { Log } from "@/lib/tools/log.ts";
import { openQueue } from "@/lib/work/queue.ts";
import { openHold } from "@/lib/service/hold/holding.ts";
import { notePlace } from "@/lib/service/hold/place.ts";
import { SchemaWatch } from "@/lib/service/schema_watch.ts";

export type Ground = Awaited<ReturnType<typeof openGround>>;

/**
 * Opens what everything needs: the data folder, the migrated database, its keys, and the alarm clock.
 * @param database one that is open already; its folder is not locked then
 */
export async function openGround(
  config: Config,
  log: Log,
  { database: existing, holder }: { database?: Database; holder: string },
  ends: Ends,
) {
  const lock = existing ? undefined : await lockFolder(config.dataDir);
  if (lock) ends.close(() => lock.release(), { isAwaited: true });
  const database = existing ?? await openDatabase({
    url: config.databaseUrl,
    dir: `${config.dataDir}/postgres`,
    memory: config.dataDir,
    atPromotion: alignStatement,
    log,
    poolSize: config.databasePoolSize,
    slowMs: config.slowStatementMs,
  });
  ends.close(() => database.close(), { isAwaited: true });
  await prepareDatabase(database, config, log);
  await followDatabase(database.db);
  const replica = await openReplica(database, config, log, ends);
  const { db } = database;
  const vapidKeys = await loadVapidKeys(db);
  const erasures = await openErasures(db, config, vapidKeys, log);
  const queue = await openQueue(log);
  ends.close(() => queue.close());
  const live = new Live(database);
  await live.start();
  ends.settle(() => live.idle());
  // A database that somebody else opened has no place of its own.
  if (!existing) await notePlace(database, config);
  const hold = await openHold({ database, live }, config, log);
  const schema = new SchemaWatch(db, log);
  await schema.look();
  const groups = new CompanyGroups(db);
  ends.settle(() => groups.idle());
  return {
    database,
    db,
    replica,
    vapidKeys,
    erasures,
    queue,
    live,
    hold,
    schema,
    groups,
    /** This process's part of the limits of all. */
    share: new Share(),
    secretCipher: await loadSecretCipher(config),
    /** Names this process in what it leases. */
    holder,
    /** Names the data folder; null where the database is another's. */
    instance: lock ? await idOfFolder(config.dataDir) : null,
  };
}

async function openReplica(
  database: Database,
  { readDatabaseUrl: url, databasePoolSize: poolSize, slowStatementMs: slowMs }: Config,
  log: Log,
  ends: Ends,
): Promise<Replica> {
  const standby = url
    ? await openDatabase({ url, log, poolSize, slowMs, target: "standby" })
    : null;
  const replica = new Replica(database, standby, { log });
  ends.close(async () => {
    replica.close();
    await standby?.close();
  });
  return replica;
}
