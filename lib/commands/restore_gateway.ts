import type { BackupFile } from "@/lib/backup/restore/backup_file.ts";
import { restoreBeside } from "@/lib/backup/restore/beside.ts";
import type { RestoreOptions } from "@/lib/backup/restore/restore.ts";
import type { SchemaPlan, Target } from "@/lib/backup/restore/target.ts";
import { withPostgres } from "@/lib/backup/session/postgres_session.ts";
import { quoted } from "@/lib/backup/session/session.ts";
import { CommandError } from "@/lib/commands/command.ts";
import { requireAlone } from "@/lib/commands/require_alone.ts";
import { FolderInUse } from "@/lib/db/folder.ts";
import { gatewayFolder } from "@/lib/launch/copies.ts";
import type { Config } from "@/lib/service/config.ts";

interface Options extends Omit<RestoreOptions, "targets"> {
  file: BackupFile;
  plan: SchemaPlan;
  config: Pick<Config, "databaseUrl" | "dataDir">;
}

/**
 * Runs `work`, which restores the app, with the gateway's schema of the target. An embedded one is
 * filled before it and takes its place behind it, and `work` gets null.
 */
export async function withGateway(
  { file, plan, config, ...options }: Options,
  work: (gateway: Target | null) => Promise<void>,
): Promise<void> {
  if (file.manifest.gateway_schema === null) return await work(null);
  const url = Deno.env.get("GATEWAY_DATABASE_URL");
  if (url) return await withSchema(url, plan, work);
  const dataDir = gatewayFolder({
    DATABASE_URL: config.databaseUrl,
    DATA_DIR: config.dataDir,
    GATEWAY_DATA_DIR: Deno.env.get("GATEWAY_DATA_DIR"),
  });
  if (dataDir === null) {
    options.tell("The gateway's rows are left out: GATEWAY_DATABASE_URL is not set");
    return await work(null);
  }
  try {
    await restoreBeside(file, { ...options, dataDir, plan }, () => work(null));
  } catch (error) {
    throw error instanceof FolderInUse ? inUse(dataDir) : error;
  }
}

export function inUse(dataDir: string): CommandError {
  return new CommandError(`a process of Relevo is using ${dataDir}: stop it first`);
}

/** The gateway's schema has its login's name. */
async function withSchema(
  url: string,
  plan: SchemaPlan,
  work: (gateway: Target) => Promise<void>,
): Promise<void> {
  await withPostgres(url, async (session) => {
    await requireAlone(session, "relevo-gateway");
    const { rows: [login] } = await session.query<{ schema: string }>(
      "select current_user as schema",
    );
    const { schema } = login!;
    await session.query(`set search_path = ${quoted(schema)}`);
    await work({ ...plan, session, schema });
  });
}
