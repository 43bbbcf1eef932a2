/** Accounts on a stage of the fault tests. */
import { join } from "node:path";
import { openDatabase } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/log.ts";
import { connectProgram, type ProgramAccount } from "../../support/channel_account.ts";
import type { Stage } from "./stage.ts";

export interface Channel {
  program: ProgramAccount;
  /** Of a kind that is never repeated by itself. */
  once: ProgramAccount;
}

/** Connects both, with addresses below `url` by their names, before the app starts. */
export async function connectAccounts(
  stage: Stage,
  { url, secretsKey }: { url: string; secretsKey: string },
): Promise<Channel> {
  const database = await openDatabase({
    url: stage.databaseUrl ?? undefined,
    dir: join(stage.dataDir(), "postgres"),
    log: createLog("error"),
    poolSize: 1,
  });
  const connect = (name: string) =>
    connectProgram(database.db, { name, callbackUrl: `${url}/${name}`, secretsKey });
  try {
    const channel = { program: await connect("program"), once: await connect("once") };
    await inCompany(
      database.db,
      1,
      (trx) =>
        trx.updateTable("channel_accounts").set({ kind: "whatsapp" })
          .where("company_id", "=", 1).where("id", "=", channel.once.id).execute(),
    );
    return channel;
  } finally {
    await database.close();
  }
}
