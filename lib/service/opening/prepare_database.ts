import { addInitialAdmin } from "@/lib/access/members.ts";
import type { Config } from "@/lib/service/config.ts";
import type { Database } from "@/lib/db/connection.ts";
import { prepareOnceUp, warnOfWideLogin } from "@/lib/db/prepare_schema.ts";
import { countFiguresOfBefore } from "@/lib/figures/days/count_figures.ts";
import { countRecordsOfBefore } from "@/lib/figures/days/count_records.ts";
import { loseQueued } from "@/lib/channels/out/leases.ts";
import { readHolding } from "@/lib/service/hold/holding.ts";
import { isBehind, noteState } from "@/lib/service/opening/newest_state.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { withOwnCommands } from "@/lib/tools/own_commands.ts";
import { alignTransactionIds } from "@/lib/notify/streams/cursor.ts";

/** Migrates, and does what a fresh or a restored database needs; waits for one that is starting. */
export async function prepareDatabase(database: Database, config: Config, log: Log): Promise<void> {
  await prepareOnceUp(database, { ownerUrl: undefined, log });
  await warnOfWideLogin(database, log);
  await countFiguresOfBefore(database.db);
  await countRecordsOfBefore(database.db);
  // What becomes of the messages of one that is held is said at its release.
  if (await isBehind(database.db, config.dataDir) && !await readHolding(database.db)) {
    log.warn("older_database", { uncertainMessages: await loseQueued(database.db) });
  }
  if (await alignTransactionIds(database.db)) log.warn("restored_database_aligned");
  // A full disk keeps nobody from starting.
  await noteState(database.db, config.dataDir)
    .catch((error) => log.warn("state_not_noted", describeError(error)));
  if (config.initialAdminEmail && await addInitialAdmin(database.db, config.initialAdminEmail)) {
    // No link here: what lets somebody in does not belong in a log.
    log.info(
      "initial_admin_added",
      config.gatewaySecret ? { note: withOwnCommands(firstWayIn) } : {},
    );
  }
}

const firstWayIn = "Their first way in: `deno task member recover --email ADDRESS` prints a link " +
  "(where there is no DATABASE_URL, while the service is stopped).";
