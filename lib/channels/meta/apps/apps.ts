import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { limitReached, takeLock } from "@/lib/access/bounds.ts";
import { requireCipher } from "@/lib/channels/accounts/secrets.ts";
import { type AppCreate, type AppPatch } from "@/lib/channels/meta/apps/app.ts";
import { hookObjects } from "@/lib/values/hook_object.ts";
import { writeAppSecrets } from "@/lib/channels/accounts/app_secrets.ts";
import { metaRefusalWords } from "@/lib/channels/meta/apps/words.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { MetaApps } from "@/lib/db/tables/meta.ts";
import { outsideTenants, type Tenant } from "@/lib/db/transaction.ts";
import type { Seen } from "@/lib/input/fields.ts";
import { problem } from "@/lib/input/errors.ts";
import { type Actor, checkVersion, translated } from "@/lib/records/records.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { currentMs } from "@/lib/tools/clock.ts";

/** Meta apps of a company, and those of others that it may use. */

export interface AppReader extends Tenant {
  publicUrl: string;
}

/** A company has one for each business at Meta; more is a mistake. */
const maxApps = 20;
const mostProblems = 1_000;
const hourMs = 3_600_000;

/** Those of the company by name, then those of others that it may use. Two statements. */
export async function listApps(db: Db, reader: AppReader) {
  const rows = await appRows(db, reader).orderBy(alphabetical(sql.ref("t.name"))).orderBy("t.id")
    .execute();
  const shared = await db.selectFrom("meta_app_shares").select(["app_id as id", "name"])
    .where("shared_with", "=", reader.companyId).orderBy(alphabetical(sql.ref("name")))
    .orderBy("app_id").execute();
  return [
    ...rows.map((row) => toApp(row, reader)),
    ...shared.map((app) => ({ ...app, shared: true as const })),
  ];
}

/** @throws Problem not_found */
export async function findApp(db: Db, reader: AppReader, id: number) {
  const row = await appRows(db, reader).where("t.id", "=", id).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toApp(row, reader);
}

type Caller = Actor & AppReader & { userId: number };

/** @throws Problem secrets_missing, duplicate, limit_reached, validation_failed (`companies`) */
export async function createApp(
  trx: Trx,
  caller: Caller,
  { name, app_id, verify_token, companies, secrets }: AppCreate,
  cipher: SecretCipher | null,
) {
  const usable = requireCipher(cipher);
  await takeLock(trx, `meta apps of ${caller.companyId}`);
  const { count } = await trx.selectFrom("meta_apps").select(sql<number>`count(*)`.as("count"))
    .where("company_id", "=", caller.companyId).where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (count >= maxApps) throw limitReached("metaApps", "company", maxApps);
  await checkCompanies(trx, caller, companies);
  const { id } = await translated(() =>
    trx.insertInto("meta_apps").values({
      company_id: caller.companyId,
      created_by: caller.userId,
      updated_by: caller.userId,
      name,
      app_id,
      hook: randomText(),
      verify_token: verify_token ?? randomText(),
    }).returning("id").executeTakeFirstOrThrow()
  );
  await writeAppSecrets(trx, caller, usable, id, secrets);
  await share(trx, caller, { id, name, companies });
  return await findApp(trx, caller, id);
}

/** 32 bytes, as an address may hold them. */
function randomText(): string {
  return randomBytes(32).toString("base64url");
}

/** @throws Problem not_found, version_conflict, secrets_missing, validation_failed (`companies`) */
export async function changeApp(
  trx: Trx,
  caller: Caller,
  id: number,
  { version, secrets, companies, ...values }: AppPatch,
  cipher: SecretCipher | null,
) {
  const before = await lockApp(trx, caller, id);
  const record = await findApp(trx, caller, id);
  checkVersion(before, version, record);
  const added = companies?.filter((one) => !record.companies.includes(one)) ?? [];
  await checkCompanies(trx, caller, added);
  await trx.updateTable("meta_apps").set({
    ...values,
    version: sql`version + 1`,
    updated_at: sql`now()`,
    updated_by: caller.userId,
  }).where("company_id", "=", caller.companyId).where("id", "=", id).execute();
  if (secrets) await writeAppSecrets(trx, caller, requireCipher(cipher), id, secrets);
  const name = values.name ?? before.name;
  await share(trx, caller, { id, name, companies: companies ?? record.companies });
  return await findApp(trx, caller, id);
}

/** Its hook is not there at once; its secrets go. @throws Problem not_found, version_conflict */
export async function deleteApp(trx: Trx, caller: Caller, id: number, { version }: Seen = {}) {
  const before = await lockApp(trx, caller, id);
  const record = await findApp(trx, caller, id);
  checkVersion(before, version, record);
  await trx.updateTable("meta_apps").set({
    deleted_at: sql`now()`,
    version: sql`version + 1`,
    updated_at: sql`now()`,
    updated_by: caller.userId,
  }).where("company_id", "=", caller.companyId).where("id", "=", id).execute();
  for (
    const table of ["meta_app_secrets", "meta_app_shares", "meta_problems", "meta_hooks"] as const
  ) {
    await trx.deleteFrom(table).where("company_id", "=", caller.companyId)
      .where("app_id", "=", id).execute();
  }
  return record;
}

async function lockApp(
  trx: Trx,
  { companyId }: Tenant,
  id: number,
): Promise<Selectable<MetaApps>> {
  const row = await trx.selectFrom("meta_apps").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id).where("deleted_at", "is", null)
    .forUpdate().executeTakeFirst();
  if (!row) throw problem("not_found");
  return row;
}

/** The caller must belong to each. @throws Problem validation_failed */
async function checkCompanies(
  trx: Trx,
  { companyId, userId }: Caller,
  companies: readonly number[],
): Promise<void> {
  if (companies.length === 0) return;
  const rows = await outsideTenants(
    trx,
    companyId,
    () =>
      trx.selectFrom("user_companies").select("company_id").where("user_id", "=", userId)
        .where("company_id", "in", [...companies]).where("disabled_at", "is", null).execute(),
  );
  const own = new Set(rows.map(({ company_id }) => company_id));
  const wrong = companies.flatMap((one, at) =>
    own.has(one) && one !== companyId ? [] : [[`companies.${at}`, metaRefusalWords.notMember]]
  );
  if (wrong.length > 0) throw problem("validation_failed", { fields: Object.fromEntries(wrong) });
}

async function share(
  trx: Trx,
  { companyId }: Tenant,
  { id, name, companies }: { id: number; name: string; companies: readonly number[] },
): Promise<void> {
  await trx.deleteFrom("meta_app_shares").where("company_id", "=", companyId)
    .where("app_id", "=", id).execute();
  if (companies.length === 0) return;
  await trx.insertInto("meta_app_shares").values(
    [...new Set(companies)].map((one) => ({
      company_id: companyId,
      app_id: id,
      shared_with: one,
      name,
    })),
  ).execute();
}

function appRows(db: Db, { companyId }: Tenant) {
  return db.selectFrom("meta_apps as t").selectAll("t")
    .select([
      sql<number[]>`array(select s.shared_with from meta_app_shares s
        where s.company_id = t.company_id and s.app_id = t.id order by 1)`.as("companies"),
      sql<number>`(select count(*) from (
        select from meta_problems p where p.company_id = t.company_id and p.app_id = t.id
        limit ${sql.lit(mostProblems)}) p)`.as("problems"),
    ])
    .where("t.company_id", "=", companyId).where("t.deleted_at", "is", null);
}

type Row = Awaited<ReturnType<ReturnType<typeof appRows>["execute"]>>[number];

function toApp(row: Row, { publicUrl }: AppReader) {
  const { id, created_at, updated_at, version, name, app_id, verify_token, companies } = row;
  const dayAgo = Math.floor(currentMs() / hourMs) - 24;
  const recent = Object.entries(row.refused).filter(([hour]) => Number(hour) > dayAgo);
  const objects = Object.fromEntries(hookObjects.map((object) => {
    const { handshake_at, last_hook_at } = row.objects[object] ?? {};
    const times = { handshake_at: instant(handshake_at), last_hook_at: instant(last_hook_at) };
    return [object, times];
  }));
  return {
    ...{ id, created_at, updated_at, version, name, app_id, verify_token, companies, objects },
    hook: new URL(`/api/hooks/meta/${row.hook}`, publicUrl).href,
    refused: {
      count: recent.reduce((sum, [, count]) => sum + count, 0),
      last_at: row.refused_at,
    },
    problems: row.problems,
  };
}

function instant(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}
