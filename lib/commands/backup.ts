import { basename, resolve } from "node:path";
import * as z from "zod";
import { withPostgres } from "@/lib/backup/session/postgres_session.ts";
import type { Session } from "@/lib/backup/session/session.ts";
import type { Sink } from "@/lib/backup/write/archive.ts";
import { findGatewaySchemas, findUnreadable, hasNotebook } from "@/lib/backup/write/catalogue.ts";
import { keepNewest, OutputFile, standardOutput } from "@/lib/backup/write/output.ts";
import { joinBackups } from "@/lib/backup/write/join.ts";
import { type BackupSummary, writeBackup } from "@/lib/backup/write/write_backup.ts";
import { UsageError } from "@/lib/commands/arguments.ts";
import { type Command, CommandError, runWith } from "@/lib/commands/command.ts";
import { stopWith } from "@/lib/commands/stop_with.ts";
import { hasDatabase } from "@/lib/db/folder.ts";
import { currentBuild } from "@/lib/launch/builds.ts";
import { gatewayFolder } from "@/lib/launch/copies.ts";
import { postgresUrl } from "@/lib/db/hosts/setting.ts";
import { notOurs } from "@/lib/db/prepare_schema.ts";
import { type Config, ConfigError } from "@/lib/service/config.ts";
import { backUpFolder, backUpIdleFolder } from "@/lib/service/control/backup_by_owner.ts";

interface Options {
  output?: string;
  keep?: number;
}

const usualKeep = 14;
const root = resolve(import.meta.dirname!, "../..");

async function backUp(config: Config, { output, keep }: Options): Promise<void> {
  const folder = config.backupDir;
  if (output === "-") {
    if (Deno.stdout.isTerminal()) throw new UsageError(["a back-up is not for a terminal"]);
    report(await write(config, standardOutput, []));
    return;
  }
  if (output === undefined && folder === undefined) {
    throw new UsageError(["--output is missing, and BACKUP_DIR is not set"]);
  }
  if (output !== undefined && keep !== undefined) {
    throw new UsageError(["--keep is for BACKUP_DIR, not for --output"]);
  }
  const file = output === undefined
    ? OutputFile.inFolder(folder!, new Date())
    : new OutputFile(output);
  const files = [file];
  const stop = stopWith(() => files.forEach((file) => file.discard()));
  try {
    await file.open();
    const summary = await write(config, file, files);
    await file.end();
    report(summary);
    console.log(file.path);
  } finally {
    file.discard();
    stop();
  }
  if (output === undefined) {
    for (const name of await keepNewest(folder!, keep ?? usualKeep, basename(file.path))) {
      console.error(`Removed ${name}`);
    }
  }
}

function report({ tables, rows, bytes, hasGateway, madeAt }: BackupSummary): void {
  const gateway = hasGateway ? ", with the gateway's" : "";
  console.error(`${rows} rows of ${tables} tables as of ${madeAt}${gateway}, ${bytes} bytes`);
}

/** @param files gets those that are begun, which nobody needs where it breaks off */
async function write(config: Config, sink: Sink, files: OutputFile[]): Promise<BackupSummary> {
  const build = (await currentBuild(root))?.id ?? null;
  if (!config.databaseUrl) return await writeEmbedded(config, { build, sink, files });
  const url = readUrl() ?? config.migrateDatabaseUrl ?? config.databaseUrl;
  return await withPostgres(url, async (session) => {
    await session.query("begin isolation level repeatable read read only");
    const gateway = await readableParts(session);
    const schemas = { app: "public", ...gateway ? { gateway } : {} };
    return await writeBackup(session, { build, schemas, sink });
  }, "any");
}

/** Not among the app's settings: what serves may not read all rows. */
function readUrl(): string | undefined {
  const text = Deno.env.get("BACKUP_DATABASE_URL") || undefined;
  const parsed = postgresUrl.optional().safeParse(text);
  if (parsed.success) return parsed.data;
  throw new ConfigError("wrong settings\n  BACKUP_DATABASE_URL: must be a postgres:// address");
}

/** @returns the gateway's schema. @throws CommandError where rows could be missing */
async function readableParts(session: Session): Promise<string | null> {
  if (!await hasNotebook(session, "kysely_migration")) throw new CommandError(notOurs);
  const gateways = await findGatewaySchemas(session);
  if (gateways.length > 1) {
    throw new CommandError(`the database has several gateways: ${gateways.join(", ")}`);
  }
  const unreadable = await findUnreadable(session, ["public", ...gateways]);
  if (unreadable.length === 0) return gateways[0] ?? null;
  throw new CommandError(
    `this login may not read all rows (${unreadable.slice(0, 3).join(", ")}, …): set ` +
      "BACKUP_DATABASE_URL to the login that lib/db/roles.sql makes for it",
  );
}

/** Nothing spans two databases: what the gateway has is of some seconds later. */
async function writeEmbedded(
  { dataDir }: Config,
  { build, sink, files }: { build: string | null; sink: Sink; files: OutputFile[] },
): Promise<BackupSummary> {
  if (!await hasDatabase(dataDir)) throw new CommandError(`there is no database in ${dataDir}`);
  const making = { build, begins: (file: OutputFile) => void files.push(file) };
  const folder = gatewayFolder({
    DATA_DIR: dataDir,
    GATEWAY_DATA_DIR: Deno.env.get("GATEWAY_DATA_DIR"),
  });
  const hasGateway = folder !== null && await hasDatabase(folder);
  if (!hasGateway) {
    const why = folder === null
      ? "GATEWAY_DATA_DIR is the app's own folder"
      : `there is no database in ${folder}`;
    console.error(`The gateway's rows are left out: ${why}`);
    // A pipe that is read slowly must not keep the folder from a process that starts.
    const summary = sink instanceof OutputFile &&
      await backUpIdleFolder({ dataDir, part: "app" }, { build, file: sink });
    if (summary) return summary;
  }
  using app = await backUpFolder({ dataDir, part: "app" }, making);
  using gateway = hasGateway
    ? await backUpFolder({ dataDir: folder, part: "gateway" }, making)
    : null;
  return await joinBackups(app, gateway, sink);
}

const backupCommand: Command<Config> = {
  usage: `deno task backup [--output FILE|-] [--keep N]
                                                everything of the database as one file, in one
                                                snapshot, beside running processes

Without --output it goes into BACKUP_DIR as relevo-<UTC time>.tar, whose ${usualKeep} newest stay, or N.
The database is the one of BACKUP_DATABASE_URL, else of MIGRATE_DATABASE_URL or DATABASE_URL; or the
embedded one in DATA_DIR, whose callers wait meanwhile. A gateway whose schema is in the same
database is inside, and beside an embedded database the gateway's own in GATEWAY_DATA_DIR. Whoever
has the file can forge callbacks and pushes: docs/operating/backup.md.`,
  verbs: {
    "": {
      options: {
        output: z.string().min(1).optional(),
        keep: z.coerce.number("must be a number").int("must be a whole number")
          .min(1, "must be 1 or more").max(100_000, "is too large").optional(),
      },
      flags: [],
      run: backUp,
    },
  },
};

if (import.meta.main) {
  Deno.exit(await runWith((config, work) => work(config), backupCommand, Deno.args));
}
