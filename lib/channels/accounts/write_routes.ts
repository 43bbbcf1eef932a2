import { sql } from "kysely";
import type { HookObject } from "@/lib/values/hook_object.ts";
import { accountRefusalWords } from "@/lib/channels/accounts/words.ts";
import type { MetaKind } from "@/lib/channels/meta/account_settings.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Ids by which hooks of an app name an account. */

type Settings = Record<string, unknown>;

interface Routed {
  id: number;
  kind: MetaKind;
  settings: Settings;
}

interface OwnRoute {
  object: HookObject;
  /** Setting that has the id. */
  field: string;
  isBusiness?: boolean;
}

const routesOf: Record<MetaKind, OwnRoute[]> = {
  whatsapp: [
    { object: "whatsapp_business_account", field: "phone_number_id" },
    { object: "whatsapp_business_account", field: "waba_id", isBusiness: true },
  ],
  facebook: [{ object: "page", field: "page_id" }],
  instagram: [
    { object: "instagram", field: "ig_id" },
    { object: "instagram", field: "app_scoped_id" },
  ],
};

/**
 * Replaces the account's ids beneath its app.
 * @throws Problem validation_failed (`settings.meta_app_id`), duplicate: another account has an id
 */
export async function writeRoutes(trx: BareTrx, tenant: Tenant, account: Routed): Promise<void> {
  const { companyId } = tenant;
  const { id, kind, settings } = account;
  const appId = Number(settings.meta_app_id);
  const appCompanyId = await findAppCompany(trx, tenant, appId);
  if (appCompanyId === undefined) {
    throw problem("validation_failed", {
      fields: { "settings.meta_app_id": accountRefusalWords.noApp },
    });
  }
  await trx.deleteFrom("meta_routes").where("company_id", "=", companyId)
    .where("account_id", "=", id).execute();
  const app = { id: appId, companyId: appCompanyId };
  for (const { field, ...route } of routesOf[kind]) {
    if (settings[field] === undefined) continue;
    if (await addRoute(trx, tenant, id, { app, externalId: String(settings[field]), ...route })) {
      continue;
    }
    throw problem("duplicate", { fields: { [`settings.${field}`]: inputWords.taken } });
  }
}

interface NewRoute {
  app: { id: number; companyId: number };
  object: HookObject;
  externalId: string;
  isBusiness?: boolean;
}

/** @returns false where another account beneath the app has the id */
export async function addRoute(
  trx: BareTrx,
  { companyId }: Tenant,
  accountId: number,
  { app, object, externalId, isBusiness = false }: NewRoute,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await trx.insertInto("meta_routes").values({
    ...{ company_id: companyId, account_id: accountId, external_id: externalId, object },
    ...{ app_company_id: app.companyId, app_id: app.id, is_business: isBusiness },
  }).onConflict((on) => on.doNothing()).executeTakeFirst();
  return count !== undefined && count > 0n;
}

/** The app's own company, where this one may put accounts beneath it. */
export async function findAppCompany(
  db: Db,
  { companyId }: Tenant,
  appId: number,
): Promise<number | undefined> {
  const { rows: [row] } = await sql<{ company_id: number }>`
    select company_id from meta_apps
    where company_id = ${companyId} and id = ${appId} and deleted_at is null
    union all
    select company_id from meta_app_shares where shared_with = ${companyId} and app_id = ${appId}`
    .execute(db);
  return row?.company_id;
}
