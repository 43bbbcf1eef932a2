import { basename } from "node:path";
import * as z from "zod";
import { BackupFile } from "@/lib/backup/restore/backup_file.ts";
import { restoreInto } from "@/lib/backup/restore/restore.ts";
import type { SchemaPlan, Target } from "@/lib/backup/restore/target.ts";
import { embeddedSession, withEmbedded } from "@/lib/backup/session/embedded_session.ts";
import { withPostgres } from "@/lib/backup/session/postgres_session.ts";
import type { Session } from "@/lib/backup/session/session.ts";
import { type Command, CommandError, runWith } from "@/lib/commands/command.ts";
import { requireAlone } from "@/lib/commands/require_alone.ts";
import { inUse, withGateway } from "@/lib/commands/restore_gateway.ts";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { FolderInUse, lockFolder } from "@/lib/db/folder.ts";
import { buildSchema, migrations } from "@/lib/db/migrate.ts";
import { prepareSchema } from "@/lib/db/prepare_schema.ts";
import { checkData, isWarning } from "@/lib/invariants/check_data.ts";
import { loadSecretCipher } from "@/lib/secrets/secret_keys.ts";
import type { Config } from "@/lib/service/config.ts";
import { createLog } from "@/lib/tools/log.ts";
import { withOwnCommands } from "@/lib/tools/own_commands.ts";
import { restoredFrom } from "@/lib/words/hold.ts";

interface Options {
  file: string;
  replace?: string;
}

async function restore(
  config: Config,
  { file: path, replace }: Options,
  gatewayPlan: SchemaPlan,
): Promise<void> {
  using file = await BackupFile.open(path, { spoolIn: config.dataDir });
  const { manifest } = file;
  const source = path === "-" ? "a pipe" : basename(path);
  const options = {
    isReplaced: replace !== undefined,
    reason: restoredFrom(source, manifest.made_at),
    tell: console.error,
  };
  const into: Into = async (session, gateway, database) => {
    const targets = [appTarget(session), ...gateway ? [gateway] : []];
    await restoreInto(file, { ...options, targets, database });
  };
  const withGatewayOf = (database: string, work: (gateway: Target | null) => Promise<void>) => {
    if (replace !== undefined && replace !== database) {
      throw new CommandError(`--replace "${replace}": the database is "${database}"`);
    }
    return withGateway({ ...options, file, plan: gatewayPlan, config, database }, work);
  };
  if (config.databaseUrl) await restorePostgres(config, withGatewayOf, into);
  else await restoreEmbedded(config, withGatewayOf, into);
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  console.error(`${rows} rows as of ${manifest.made_at}, made by version ${manifest.version}`);
  await finish(config, manifest.keys.secrets);
}

type Into = (session: Session, gateway: Target | null, database: string) => Promise<void>;
type WithGatewayOf = (
  database: string,
  work: (gateway: Target | null) => Promise<void>,
) => Promise<void>;

async function restorePostgres(
  { migrateDatabaseUrl, databaseUrl }: Config,
  withGatewayOf: WithGatewayOf,
  into: Into,
): Promise<void> {
  await withPostgres(migrateDatabaseUrl ?? databaseUrl!, async (session) => {
    const database = await requireAlone(session, "relevo%");
    await withGatewayOf(database, (gateway) => into(session, gateway, database));
  });
}

async function restoreEmbedded(
  { dataDir }: Config,
  withGatewayOf: WithGatewayOf,
  into: Into,
): Promise<void> {
  const database = basename(dataDir);
  await withGatewayOf(database, async (gateway) => {
    try {
      await withEmbedded(dataDir, async (pglite) => {
        await into(await embeddedSession(pglite), gateway, database);
      });
    } catch (error) {
      throw error instanceof FolderInUse ? inUse(dataDir) : error;
    }
  });
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
  const faults = (await checkData(db, { cipher })).filter((fault) => !isWarning(fault));
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
MIGRATE_DATABASE_URL or DATABASE_URL, or the embedded one in DATA_DIR. The gateway's rows are put
into GATEWAY_DATABASE_URL; without it, beside an embedded database, into the one of
GATEWAY_DATA_DIR. What breaks off leaves everything as it was.`;

/** Runs the command and returns its exit code. */
export function runRestore(args: string[], gatewayPlan: SchemaPlan): Promise<number> {
  const command: Command<Config> = {
    usage,
    verbs: {
      "": {
        options: { file: z.string().min(1), replace: z.string().min(1).optional() },
        flags: [],
        word: "file",
        run: (config: Config, options: Options) => restore(config, options, gatewayPlan),
      },
    },
  };
  return runWith((config, work) => work(config), command, args);
}
