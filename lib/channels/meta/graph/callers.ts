import { sql } from "kysely";
import { accessTokenField } from "@/lib/channels/accounts/secrets.ts";
import { appSecretPlace } from "@/lib/channels/accounts/app_secrets.ts";
import type { GraphCaller } from "@/lib/channels/meta/graph/graph.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { type SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";

/** `tokenAt` tells whether the account has another token by now. */
export interface AccountCaller extends GraphCaller {
  tokenAt: string | null;
}

interface Row {
  token_at: string | null;
  settings: Record<string, unknown>;
  key: string | null;
  sealed: Uint8Array | null;
  app_company: number | null;
  app: number | null;
  is_withdrawn: boolean | null;
  app_field: "app_secret" | "instagram_app_secret" | null;
  app_key: string | null;
  app_sealed: Uint8Array | null;
}

/**
 * Who calls for an account: its token, and the secret of its app, which may be another company's.
 * One statement. @returns null without a token, or of an app withdrawn @throws SecretLost
 */
export async function findGraphCaller(
  db: Db,
  cipher: SecretCipher,
  { companyId, accountId }: { companyId: number; accountId: number },
): Promise<AccountCaller | null> {
  const { rows: [row] } = await asWorker(db, (trx) =>
    sql<Row>`
      select a.settings, a.token_at::text, t.key_name as key, t.sealed,
        r.app_company_id as app_company, r.app_id as app,
        r.app_company_id <> a.company_id and not exists (
          select from meta_app_shares h where h.company_id = r.app_company_id
            and h.app_id = r.app_id and h.shared_with = a.company_id) as is_withdrawn,
        s.field as app_field, s.key_name as app_key, s.sealed as app_sealed
      from channel_accounts a
      left join channel_secrets t on t.company_id = a.company_id and t.account_id = a.id
        and t.field = ${accessTokenField}
      left join lateral (
        select app_company_id, app_id from meta_routes
        where company_id = a.company_id and account_id = a.id limit 1) r on true
      left join lateral (
        select field, key_name, sealed from meta_app_secrets
        where company_id = r.app_company_id and app_id = r.app_id
          and (field = 'app_secret' or a.settings ->> 'login' = 'instagram')
        -- Instagram's own secret proves the tokens of those who signed in there
        order by field = 'instagram_app_secret' desc limit 1) s on true
      where a.company_id = ${companyId} and a.id = ${accountId} and a.deleted_at is null`
      .execute(trx));
  if (!row?.key || !row.sealed || row.is_withdrawn) return null;
  const place = { companyId, accountId, field: accessTokenField };
  const { app_company, app, app_field, app_key, app_sealed } = row;
  return {
    companyId,
    tokenAt: row.token_at,
    token: cipher.open({ keyName: row.key, sealed: row.sealed }, place),
    appSecret: app_key === null || app_sealed === null ? null : cipher.open(
      { keyName: app_key, sealed: app_sealed },
      appSecretPlace({ companyId: app_company! }, { appId: app!, field: app_field! }),
    ),
    api: row.settings.login === "instagram" ? "instagram" : "graph",
  };
}

export function graphCallers(db: Db, cipher: SecretCipher | null) {
  return async (account: Parameters<typeof findGraphCaller>[2]): Promise<GraphCaller | null> => {
    try {
      return cipher && await findGraphCaller(db, cipher, account);
    } catch (error) {
      if (error instanceof SecretLost) return null;
      throw error;
    }
  };
}
