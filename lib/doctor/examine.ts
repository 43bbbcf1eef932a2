import { join } from "node:path";
import {
  failure,
  type Finding,
  type Findings,
  reasonOf,
  skipped,
  warning,
} from "@/lib/doctor/check.ts";
import { examineDatabase } from "@/lib/doctor/database_checks.ts";
import { databaseWords } from "@/lib/doctor/database_words.ts";
import { checkMailServer, type Trial } from "@/lib/doctor/mail_check.ts";
import {
  checkBackup,
  checkBuild,
  checkDisk,
  secretsFinding,
  settingsFinding,
} from "@/lib/doctor/machine_checks.ts";
import { machineWords } from "@/lib/doctor/machine_words.ts";
import {
  checkCertificate,
  checkGateway,
  checkProxy,
  checkPublicUrl,
  checkPush,
} from "@/lib/doctor/network_checks.ts";
import { checkPooler } from "@/lib/doctor/pooler.ts";
import { checkServers } from "@/lib/doctor/standby_check.ts";
import { findLostKeys, type LostKeys } from "@/lib/doctor/secret_keys.ts";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { DatabaseTimeout, Deadline } from "@/lib/db/deadline.ts";
import { FolderInUse, lockFolder } from "@/lib/db/folder.ts";
import { currentBuild } from "@/lib/launch/builds.ts";
import { type Config, ConfigError, readConfig } from "@/lib/service/config.ts";
import { askOwner, ControlFailed } from "@/lib/service/control/client.ts";
import { createLog } from "@/lib/tools/log.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

/** Milliseconds for a check; together they end within 30 s, whatever hangs. */
const checkMs = 20_000;
const ownerMs = 10_000;
const databaseMs = 5_000;

const ofDatabase = [
  ...["database_version", "encoding", "collation", "roles", "schema", "connections"] as const,
  ...["pooler", "clock", "secrets", "copy"] as const,
];
const ofSettings = [
  ...["database", ...ofDatabase, "disk", "public_url", "certificate", "proxy"] as const,
  ...["gateway", "mail", "push", "backup", "standby"] as const,
];

/** The settings, or what is wrong with them. */
export type Settings = { config: Config; problem: null } | { config: null; problem: ConfigError };

export function readSettings(): Settings {
  try {
    return { config: readConfig(), problem: null };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: null, problem: error };
  }
}

/**
 * Looks at everything that a start and a working day need, and changes nothing.
 * @param root where the sources and what was built of them are
 * @param trial a message that the mail server is to send
 */
export async function examine(
  { config, problem }: Settings,
  root: string,
  trial?: Trial,
): Promise<Findings> {
  const findings: Findings = { settings: settingsFinding(problem) };
  const looking: Promise<void>[] = [];
  const look = (name: keyof Findings, work: Promise<Finding>) => {
    looking.push(inTime(work).then((finding) => void (findings[name] = finding)));
  };
  look("build", checkBuild(root));
  if (!config) {
    for (const name of ofSettings) findings[name] = skipped(machineWords.settings.unread);
    await Promise.all(looking);
    return findings;
  }
  const build = (await currentBuild(root))?.id ?? null;
  const isRunning = await answers(config);
  const means = { config, build, isRunning };
  look("disk", checkDisk(config.dataDir));
  look("public_url", checkPublicUrl(means));
  look("certificate", checkCertificate(config));
  look("proxy", checkProxy(means));
  look("gateway", checkGateway(config));
  look("mail", checkMailServer(config.mail, trial));
  look("push", checkPush(config));
  look("backup", checkBackup(config));
  if (config.databaseUrl) look("standby", checkServers(config.databaseUrl));
  else findings.standby = skipped(databaseWords.ofPostgres);
  const data = await examineData(config);
  await Promise.all(looking);
  return { ...data, ...findings };
}

async function answers({ dataDir }: Config): Promise<boolean> {
  try {
    await askOwner(dataDir, "/close-probe", { id: "" }, { timeoutMs: 2_000 });
    return true;
  } catch (error) {
    if (!(error instanceof ControlFailed)) throw error;
    return false;
  }
}

async function examineData(config: Config): Promise<Findings> {
  const { databaseUrl: url, migrateDatabaseUrl: ownerUrl } = config;
  try {
    const { findings, lostKeys } = await withLimit(
      url ? withOpen({ url }, config) : inFolder(config),
    );
    return {
      ...findings,
      ...(lostKeys ? { secrets: secretsFinding(lostKeys) } : {}),
      ...(url ? { pooler: await checkPooler(url) } : {}),
      ...(ownerUrl ? await refusalOfOwner(ownerUrl) : {}),
    };
  } catch (error) {
    const unread = skipped(databaseWords.unread);
    return {
      ...Object.fromEntries(ofDatabase.map((name) => [name, unread])),
      database: failure(
        databaseWords.database.away(reasonOf(error)),
        databaseWords.database.bringBack,
      ),
      ...(url ? { pooler: await checkPooler(url) } : {}),
    };
  }
}

interface Data {
  findings: Findings;
  /** Null where no secret can be stored yet. */
  lostKeys: LostKeys | null;
}

/** The owner of the embedded database is asked; a folder that nobody owns is opened. */
async function inFolder(config: Config): Promise<Data> {
  const dir = join(config.dataDir, "postgres");
  try {
    const lock = await lockFolder(config.dataDir);
    try {
      return await unlessMissing(Deno.stat(dir)) ? await withOpen({ dir }, config) : notMade();
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return await askOwner<Data>(config.dataDir, "/examine-database", {}, { timeoutMs: ownerMs });
  }
}

function notMade(): Data {
  const none = skipped(databaseWords.ofPostgres);
  const findings = Object.fromEntries(ofDatabase.map((name) => [name, none]));
  return {
    findings: { ...findings, database: skipped(databaseWords.database.notMade) },
    lostKeys: null,
  };
}

async function withOpen(place: { url?: string; dir?: string }, config: Config): Promise<Data> {
  return await withDatabase(place, async (database) => {
    const findings = await examineDatabase(database, config);
    const canRead = findings.schema?.state === "ok";
    return { findings, lostKeys: canRead ? await findLostKeys(database.db, config) : null };
  });
}

async function withDatabase<T>(
  place: { url?: string; dir?: string },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const log = createLog("error", () => {});
  const database = await openDatabase({ ...place, log, poolSize: 1, deadlineMs: databaseMs });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function refusalOfOwner(url: string): Promise<Findings> {
  try {
    await withLimit(withDatabase({ url }, async ({ db }) => {
      await db.selectNoFrom((eb) => eb.lit(1).as("one")).execute();
    }));
    return {};
  } catch (error) {
    const { ownerAway, bringOwner } = databaseWords.database;
    return { database: failure(ownerAway(reasonOf(error)), bringOwner) };
  }
}

function inTime(work: Promise<Finding>): Promise<Finding> {
  return withLimit(work).catch((error) => {
    if (!(error instanceof DatabaseTimeout)) throw error;
    return warning(machineWords.late, machineWords.lookAgain);
  });
}

/** @throws DatabaseTimeout, whatever hangs */
function withLimit<T>(work: Promise<T>): Promise<T> {
  return new Deadline(checkMs).wait(() => work, () => {});
}
