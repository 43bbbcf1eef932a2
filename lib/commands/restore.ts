import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { BackupFile } from "@/lib/backup/restore/backup_file.ts";
import { restoreInto } from "@/lib/backup/restore/restore.ts";
import type { Target } from "@/lib/backup/restore/target.ts";
import { embeddedSession, withEmbedded } from "@/lib/backup/session/embedded_session.ts";
import { withPostgres } from "@/lib/backup/session/postgres_session.ts";
import type { Session } from "@/lib/backup/session/session.ts";
import { type Command, CommandError, runWith } from "@/lib/commands/command.ts";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { FolderInUse, lockFolder } from "@/lib/db/folder.ts";
import { buildSchema, migrations } from "@/lib/db/migrate.ts";
import { prepareSchema } from "@/lib/db/prepare_schema.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import { loadSecretCipher } from "@/lib/secrets/secret_keys.ts";
import type { Config } from "@/lib/service/config.ts";
import { createLog } from "@/lib/tools/log.ts";
import { withOwnCommands } from "@/lib/tools/own_commands.ts";
import { restoredFrom } from "@/lib/words/hold.ts";

/** Opens the gateway's schema of the target for `work`; without a gateway there, for none. */
export type WithGateway = (work: (target: Target | null) => Promise<void>) => Promise<void>;

interface Options {
  file: string;
  replace?: string;
}

async function restore(
  config: Config,
  { file: path, replace }: Options,
  withGateway: WithGateway,
): Promise<void> {
  using file = await BackupFile.open(path, { spoolIn: config.dataDir });
  const { manifest } = file;
  const source = path === "-" ? "a pipe" : basename(path);
  const reason = restoredFrom(source, manifest.made_at);
  const into = async (session: Session, gateway: Target | null, database: string) => {
    if (replace !== undefined && replace !== database) {
      throw new CommandError(`--replace "${replace}": the database is "${database}"`);
    }
    if (manifest.gateway_schema && !gateway) console.error(noGateway(config));
    const targets = [appTarget(session), ...gateway ? [gateway] : []];
    const isReplaced = replace !== undefined;
    await restoreInto(file, { targets, isReplaced, database, reason, tell: console.error });
  };
  if (config.databaseUrl) await restorePostgres(config, withGateway, into);
  else await restoreEmbedded(config, into);
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  console.error(`${rows} rows as of ${manifest.made_at}, made by version ${manifest.version}`);
  await finish(config, manifest.keys.secrets);
}

type Into = (session: Session, gateway: Target | null, database: string) => Promise<void>;

async function restorePostgres(
  { migrateDatabaseUrl, databaseUrl }: Config,
  withGateway: WithGateway,
  into: Into,
): Promise<void> {
  await withPostgres(migrateDatabaseUrl ?? databaseUrl!, async (session) => {
    const database = await requireAlone(session);
    await withGateway((gateway) => into(session, gateway, database));
  });
}

/** A process that has just ended may still look connected. */
const patienceMs = 3_000;

/** @returns the database's name. @throws CommandError while a process of Relevo is connected */
async function requireAlone(session: Session): Promise<string> {
  for (const until = Date.now() + patienceMs;;) {
    const { rows: [place] } = await session.query<{ name: string; others: number }>(
      `select current_database() as name, (select count(*) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and application_name like 'relevo%') as others`,
    );
    if (place!.others === 0) return place!.name;
    if (Date.now() > until) {
      throw new CommandError("a process of Relevo is connected to the database: stop it first");
    }
    await delay(100);
  }
}

async function restoreEmbedded({ dataDir }: Config, into: Into): Promise<void> {
  try {
    await withEmbedded(dataDir, async (pglite) => {
      await into(await embeddedSession(pglite), null, basename(dataDir));
    });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CommandError(`a process of Relevo is using ${dataDir}: stop it first`);
  }
}

function appTarget(session: Session): Target {
  return {
    part: "app",
    session,
    schema: "public",
    notebook: "kysely_migration",
    migrations: Object.keys(migrations),
    build: buildSchema,
  };
}

function noGateway({ databaseUrl }: Config): string {
  const why = databaseUrl
    ? "GATEWAY_DATABASE_URL is not set"
    : "the gateway of an embedded database has a folder of its own";
  return `The gateway's rows are left out: ${why}`;
}

/** Brings the restored database to the newest schema, and looks at it. */
async function finish(config: Config, keys: readonly string[]): Promise<void> {
  const { databaseUrl: url, migrateDatabaseUrl: ownerUrl, dataDir } = config;
  const lock = url ? undefined : await lockFolder(dataDir);
  const log = createLog("error", console.error);
  const database = await openDatabase({ url, dir: `${dataDir}/postgres`, log, poolSize: 2 });
  try {
    await prepareSchema(database, { ownerUrl, log });
    const cipher = await loadSecretCipher(config);
    for (const key of keys) {
      const isAtHand = cipher?.hasKey(key) ?? false;
      console.error(`Key ${key}: ${isAtHand ? "at hand" : "missing among SECRETS_KEYS"}`);
    }
    await report(database, keys.every((key) => cipher?.hasKey(key)) ? cipher : null);
  } finally {
    await database.close();
    lock?.release();
  }
}

async function report(
  { db }: Database,
  cipher: Awaited<ReturnType<typeof loadSecretCipher>>,
): Promise<void> {
  const faults = await checkData(db, { cipher });
  console.log(withOwnCommands("It is restored, and held: `deno task release` lets it go on."));
  if (faults.length === 0) return;
  const names = [...new Set(faults.map(({ name }) => name))].join(", ");
  throw new CommandError(`what was restored is broken (\`deno task check-data\`): ${names}`);
}

const usage = `deno task restore FILE|- [--replace DATABASE]
                                                fills an empty database with a back-up; it is held
                                                then, until \`deno task release\`

--replace puts it in the place of what is there: type the database's name, or the name of the folder
DATA_DIR. No process of Relevo may be connected meanwhile. The database is the one of
MIGRATE_DATABASE_URL or DATABASE_URL, or the embedded one in DATA_DIR; with GATEWAY_DATABASE_URL the
gateway's rows are put there. What breaks off leaves everything as it was.`;

/** Runs the command and returns its exit code. */
export function runRestore(args: string[], withGateway: WithGateway): Promise<number> {
  const command: Command<Config> = {
    usage,
    verbs: {
      "": {
        options: { file: z.string().min(1), replace: z.string().min(1).optional() },
        flags: [],
        word: "file",
        run: (config: Config, options: Options) => restore(config, options, withGateway),
      },
    },
  };
  return runWith((config, work) => work(config), command, args);
}
