import { requireCipher } from "@/lib/channels/accounts/secrets.ts";
import { findAppCompany } from "@/lib/channels/accounts/write_routes.ts";
import { type MetaApp, readableSecrets } from "@/lib/channels/meta/connect/meta_account.ts";
import { appCaller } from "@/lib/channels/meta/graph/graph.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

/** An app as calls are made for it; null where its secret cannot be read. */
export interface CallableApp {
  app: MetaApp | null;
  /** Proves tokens of Instagram's own sign-in, where the app has such a secret. */
  instagramSecret: string | null;
  appSecret: string | null;
}

/** Its own or a shared one. Outside transactions. @throws Problem not_found, secrets_missing */
export async function findCallableApp(
  db: Db,
  cipher: SecretCipher | null,
  tenant: Tenant,
  id: number,
): Promise<CallableApp> {
  const usable = requireCipher(cipher);
  const row = await asWorker(db, async (trx) => {
    const companyId = await findAppCompany(trx, tenant, id);
    if (companyId === undefined) return undefined;
    return await trx.selectFrom("meta_apps").select(["app_id as appId", "company_id as companyId"])
      .where("company_id", "=", companyId).where("id", "=", id).where("deleted_at", "is", null)
      .executeTakeFirst();
  });
  if (!row) throw problem("not_found");
  const secrets = await readableSecrets(db, usable, { id, companyId: row.companyId });
  const appSecret = secrets.app_secret ?? null;
  return {
    app: appSecret === null
      ? null
      : { id, ...row, caller: appCaller(tenant.companyId, row.appId, appSecret) },
    appSecret,
    instagramSecret: secrets.instagram_app_secret ?? appSecret,
  };
}
