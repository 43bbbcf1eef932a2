/** Accounts on a stage of the fault tests. */
import { join } from "node:path";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { connectProgram, type ProgramAccount } from "../../support/channel_account.ts";
import type { Stage } from "./stage.ts";

export interface Channel {
  program: ProgramAccount;
  /** Of a kind that is never repeated by itself. */
  once: ProgramAccount;
}

/** Connects both, with addresses below `url` by their names, before the app starts. */
export function connectAccounts(
  stage: Stage,
  { url, secretsKey }: { url: string; secretsKey: string },
): Promise<Channel> {
  return withDatabase(stage, async ({ db }) => {
    const connect = (name: string) =>
      connectProgram(db, { name, callbackUrl: `${url}/${name}`, secretsKey });
    const channel = { program: await connect("program"), once: await connect("once") };
    await inCompany(
      db,
      1,
      (trx) =>
        trx.updateTable("channel_accounts").set({ kind: "whatsapp", channel: "whatsapp" })
          .where("company_id", "=", 1).where("id", "=", channel.once.id).execute(),
    );
    return channel;
  });
}

/** Works on a stage's database as the app does, before it starts. */
export async function withDatabase<T>(
  stage: Stage,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    url: stage.databaseUrl ?? undefined,
    dir: join(stage.dataDir(), "postgres"),
    log: createLog("error"),
    poolSize: 1,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
