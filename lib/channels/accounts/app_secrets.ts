import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

/** Secrets of Meta apps, which sign their hooks. */

export const secretFields = ["app_secret", "instagram_app_secret"] as const;
type Field = (typeof secretFields)[number];

interface Place {
  appId: number;
  field: Field;
}

/** Where an app's secret stands, which it is sealed with. */
export function appSecretPlace({ companyId }: Tenant, { appId, field }: Place) {
  return { companyId, accountId: `app ${appId}`, field } as const;
}

/** Replaces those that are given; null takes one away. */
export async function writeAppSecrets(
  trx: BareTrx,
  tenant: Tenant,
  cipher: SecretCipher,
  appId: number,
  secrets: Partial<Record<Field, string | null>>,
): Promise<void> {
  for (const field of secretFields) {
    const secret = secrets[field];
    if (secret === undefined) continue;
    if (secret === null) {
      await trx.deleteFrom("meta_app_secrets").where("company_id", "=", tenant.companyId)
        .where("app_id", "=", appId).where("field", "=", field).execute();
      continue;
    }
    const { keyName, sealed } = cipher.seal(secret, appSecretPlace(tenant, { appId, field }));
    const values = { key_name: keyName, sealed };
    await trx.insertInto("meta_app_secrets")
      .values({ company_id: tenant.companyId, app_id: appId, field, ...values })
      .onConflict((on) => on.columns(["company_id", "app_id", "field"]).doUpdateSet(values))
      .execute();
  }
}

/** @throws SecretLost */
export async function readAppSecrets(
  db: Db,
  tenant: Tenant,
  cipher: SecretCipher,
  appId: number,
): Promise<string[]> {
  const rows = await db.selectFrom("meta_app_secrets").select(["field", "key_name", "sealed"])
    .where("company_id", "=", tenant.companyId).where("app_id", "=", appId)
    .orderBy("field").execute();
  return rows.map(({ field, key_name: keyName, sealed }) =>
    cipher.open({ keyName, sealed }, appSecretPlace(tenant, { appId, field }))
  );
}

/** Seals up to `most` with the first key that another has sealed. @throws SecretLost */
export async function rotateAppSecrets(
  trx: BareTrx,
  cipher: SecretCipher,
  most: number,
): Promise<number> {
  const rows = await trx.selectFrom("meta_app_secrets").selectAll()
    .where("key_name", "<>", cipher.keyName).orderBy("company_id").orderBy("app_id")
    .limit(most).forUpdate().execute();
  for (const { company_id: companyId, app_id: appId, field, key_name, sealed } of rows) {
    const place = appSecretPlace({ companyId }, { appId, field });
    const text = cipher.open({ keyName: key_name, sealed }, place);
    const again = cipher.seal(text, place);
    await trx.updateTable("meta_app_secrets")
      .set({ key_name: again.keyName, sealed: again.sealed })
      .where("company_id", "=", companyId).where("app_id", "=", appId)
      .where("field", "=", field).execute();
  }
  return rows.length;
}
