import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { accessTokenField } from "@/lib/channels/accounts/secrets.ts";
import { isMetaKind, type MetaKind } from "@/lib/channels/meta/account_settings.ts";
import { appSecretPlace } from "@/lib/channels/accounts/app_secrets.ts";
import { appCaller, type GraphCaller } from "@/lib/channels/meta/graph/graph.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { type SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";

/** An account of Meta with what calls are made with. */
export interface MetaAccount {
  id: number;
  companyId: number;
  kind: MetaKind;
  settings: Record<string, unknown>;
  name: string;
  /** Null where it is gone or withdrawn, or its secret cannot be read. */
  app: MetaApp | null;
  isAppGone: boolean;
  /** Null where it cannot be read. */
  caller: GraphCaller | null;
  /** The sealed token: another one was stored meanwhile if it differs. */
  sealed: Uint8Array | null;
  tokenAt: Date | null;
  tokenEndsAt: Date | null;
}

export interface MetaApp {
  id: number;
  companyId: number;
  appId: string;
  caller: GraphCaller;
}

interface Row {
  account: Pick<Account, "kind" | "settings" | "name">;
  token_at: Date | null;
  token_ends_at: Date | null;
  key: string | null;
  sealed: Uint8Array | null;
  app_id: number | null;
  app_company: number | null;
  meta_id: string | null;
}

/** Also of an app of another company that is shared. Two statements; undefined where there is none. */
export async function findMetaAccount(
  db: Db,
  cipher: SecretCipher,
  { companyId, id }: { companyId: number; id: number },
): Promise<MetaAccount | undefined> {
  const row = await asWorker(db, (trx) => readRow(trx, companyId, id));
  if (!row || !isMetaKind(row.account.kind)) return undefined;
  const { account: { kind, settings, name }, key, sealed } = row;
  const app = row.app_id === null || row.app_company === null || row.meta_id === null
    ? null
    : { id: row.app_id, companyId: row.app_company, appId: row.meta_id };
  const secrets = app && await readableSecrets(db, cipher, app);
  const isByInstagram = settings.login === "instagram";
  // Instagram's own secret proves the tokens of those who signed in there.
  const proof = (isByInstagram && secrets?.instagram_app_secret) || secrets?.app_secret || null;
  const token = key && sealed &&
    opened(cipher, { keyName: key, sealed }, { companyId, accountId: id, field: accessTokenField });
  return {
    ...{ id, companyId, kind, settings, name, sealed },
    tokenAt: row.token_at,
    tokenEndsAt: row.token_ends_at,
    isAppGone: app === null,
    app: app && secrets?.app_secret
      ? { ...app, caller: appCaller(companyId, app.appId, secrets.app_secret) }
      : null,
    caller: token
      ? { companyId, token, appSecret: proof, api: isByInstagram ? "instagram" : "graph" }
      : null,
  };
}

async function readRow(trx: Db, companyId: number, id: number): Promise<Row | undefined> {
  const { rows: [row] } = await sql<Row>`
    select json_build_object('kind', a.kind, 'settings', a.settings, 'name', a.name) as account,
      a.token_at, a.token_ends_at, t.key_name as key, t.sealed,
      p.id as app_id, p.company_id as app_company, p.app_id as meta_id
    from channel_accounts a
    left join channel_secrets t on t.company_id = a.company_id and t.account_id = a.id
      and t.field = ${accessTokenField}
    left join meta_apps p on p.id = (a.settings ->> 'meta_app_id')::int and p.deleted_at is null
      and (p.company_id = a.company_id or exists (
        select from meta_app_shares s where s.company_id = p.company_id and s.app_id = p.id
          and s.shared_with = a.company_id))
    where a.company_id = ${companyId} and a.id = ${id} and a.deleted_at is null`.execute(trx);
  return row;
}

/** Secrets of an app that can be read, by field. */
export async function readableSecrets(
  db: Db,
  cipher: SecretCipher,
  { id, companyId }: { id: number; companyId: number },
): Promise<Partial<Record<"app_secret" | "instagram_app_secret", string>>> {
  const rows = await asWorker(
    db,
    (trx) =>
      trx.selectFrom("meta_app_secrets").select(["field", "key_name as keyName", "sealed"])
        .where("company_id", "=", companyId).where("app_id", "=", id).execute(),
  );
  return Object.fromEntries(rows.flatMap(({ field, ...sealed }) => {
    const secret = opened(cipher, sealed, appSecretPlace({ companyId }, { appId: id, field }));
    return secret === null ? [] : [[field, secret]];
  }));
}

type Sealed = Parameters<SecretCipher["open"]>[0];
type Place = Parameters<SecretCipher["open"]>[1];

function opened(cipher: SecretCipher, sealed: Sealed, place: Place): string | null {
  try {
    return cipher.open(sealed, place);
  } catch (error) {
    if (error instanceof SecretLost) return null;
    throw error;
  }
}
