import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { loadSecretCipher } from "@/lib/secrets/secret_keys.ts";
import type { Config } from "@/lib/service/config.ts";

/** What stored secrets need to be opened. */
export interface LostKeys {
  /** False where channels are off, as no key is set. */
  hasKey: boolean;
  /** How many keys of stored secrets are not at hand. */
  count: number;
}

/** Counts keys that sealed secrets of any company and are not among SECRETS_KEYS. */
export async function findLostKeys(db: Db, config: Config): Promise<LostKeys> {
  const cipher = await loadSecretCipher(config);
  const { rows } = await asWorker(db, (trx) =>
    sql<{ name: string }>`
      select key_name as name from channel_secrets
      union select key_name from meta_app_secrets`.execute(trx));
  const count = rows.filter(({ name }) => !cipher?.hasKey(name)).length;
  return { hasKey: cipher !== null, count };
}
