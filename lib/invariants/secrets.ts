import type { BareTrx } from "@/lib/db/connection.ts";
import { appSecretPlace } from "@/lib/channels/accounts/app_secrets.ts";
import { type SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";

interface LostSecret {
  table: "channel_secrets" | "meta_app_secrets";
  id: string;
}

/** The company's secrets that no key of the cipher opens, as those of another installation. */
export async function findLostSecrets(
  trx: BareTrx,
  companyId: number,
  cipher: SecretCipher,
): Promise<LostSecret[]> {
  const ofAccounts = await trx.selectFrom("channel_secrets").selectAll()
    .where("company_id", "=", companyId).orderBy("account_id").orderBy("field").execute();
  const ofApps = await trx.selectFrom("meta_app_secrets").selectAll()
    .where("company_id", "=", companyId).orderBy("app_id").orderBy("field").execute();
  const places = [
    ...ofAccounts.map(({ account_id: accountId, field, ...secret }) => ({
      ...{ table: "channel_secrets" as const, id: `${accountId} ${field}`, secret },
      place: { companyId, accountId, field },
    })),
    ...ofApps.map(({ app_id: appId, field, ...secret }) => ({
      ...{ table: "meta_app_secrets" as const, id: `${appId} ${field}`, secret },
      place: appSecretPlace({ companyId }, { appId, field }),
    })),
  ];
  return places.filter(({ secret, place }) => {
    try {
      cipher.open({ keyName: secret.key_name, sealed: secret.sealed }, place);
      return false;
    } catch (error) {
      if (!(error instanceof SecretLost)) throw error;
      return true;
    }
  });
}
