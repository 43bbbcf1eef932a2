import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { rotateAppSecrets } from "@/lib/channels/accounts/app_secrets.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

/** Secrets of accounts: written, and read by what calls out alone. */

/** Field of the secret that signs what is posted to a program. */
export const signingField = "signing";

/** Field of a mailbox's password. */
export const passwordField = "password";

/** Field of the token that Meta's Graph API is called with. */
export const accessTokenField = "access_token";

/** Field of what a provider gives new access tokens for. */
export const refreshField = "refresh_token";

/** @throws Problem secrets_missing */
export function requireCipher(cipher: SecretCipher | null): SecretCipher {
  if (!cipher) throw problem("secrets_missing");
  return cipher;
}

/** `whsec_` and 32 random bytes, as Standard Webhooks has it. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export async function writeSecret(
  trx: BareTrx,
  { companyId }: Tenant,
  cipher: SecretCipher,
  { accountId, field, secret }: { accountId: number; field: string; secret: string },
): Promise<void> {
  const { keyName, sealed } = cipher.seal(secret, { companyId, accountId, field });
  const values = { key_name: keyName, sealed };
  await trx.insertInto("channel_secrets")
    .values({ company_id: companyId, account_id: accountId, field, ...values })
    .onConflict((on) => on.columns(["company_id", "account_id", "field"]).doUpdateSet(values))
    .execute();
}

/** @throws SecretLost; undefined where there is none */
export async function readSecret(
  db: Db,
  { companyId }: Tenant,
  cipher: SecretCipher,
  { accountId, field }: { accountId: number; field: string },
): Promise<string | undefined> {
  const row = await db.selectFrom("channel_secrets").select(["key_name as keyName", "sealed"])
    .where("company_id", "=", companyId).where("account_id", "=", accountId)
    .where("field", "=", field).executeTakeFirst();
  return row && cipher.open(row, { companyId, accountId, field });
}

const perBatch = 200;

/** Seals everything with the first key that another has sealed. @returns how many @throws SecretLost */
export async function rotateSecrets(db: Db, cipher: SecretCipher): Promise<number> {
  let count = 0;
  for (;;) {
    const done = await asWorker(db, async (trx) => {
      const rows = await trx.selectFrom("channel_secrets").selectAll()
        .where("key_name", "<>", cipher.keyName)
        .orderBy("company_id").orderBy("account_id").orderBy("field")
        .limit(perBatch).forUpdate().execute();
      for (const row of rows) {
        const { company_id: companyId, account_id: accountId, field } = row;
        const place = { companyId, accountId, field };
        const text = cipher.open({ keyName: row.key_name, sealed: row.sealed }, place);
        const { keyName, sealed } = cipher.seal(text, place);
        await sql`
          update channel_secrets set key_name = ${keyName}, sealed = ${sealed}
          where company_id = ${companyId} and account_id = ${accountId} and field = ${field}`
          .execute(trx);
      }
      return rows.length;
    });
    count += done;
    if (done < perBatch) break;
  }
  for (;;) {
    const done = await asWorker(db, (trx) => rotateAppSecrets(trx, cipher, perBatch));
    count += done;
    if (done < perBatch) return count;
  }
}
