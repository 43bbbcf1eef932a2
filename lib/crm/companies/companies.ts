import { sql } from "kysely";
import * as z from "zod";
import type { SignedIn } from "@/lib/access/members.ts";
import { looseAmount, wrongDecimals } from "@/lib/crm/companies/amount_decimals.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { become, type Tenant } from "@/lib/db/transaction.ts";
import { type CompanyPatch, companyPatch } from "@/lib/crm/companies/company.ts";
import { translated } from "@/lib/records/records.ts";
import { problem } from "@/lib/input/errors.ts";
import { alongside } from "@/lib/input/within.ts";
import { liveAssignee } from "@/lib/records/links.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Runs as the connecting role. */
export async function listCompanies(db: Db, { user }: SignedIn) {
  return await companyRows(db, user.id)
    .$if(user.boundTo !== null, (rows) => rows.where("c.id", "=", user.boundTo))
    .orderBy("c.id").execute();
}

/** @throws Problem not_a_member */
export async function findCompany(trx: Trx, signedIn: SignedIn, id: number) {
  await enterCompany(trx, signedIn, id);
  return await readCompany(trx, signedIn, id);
}

/** Fields of opening hours, and of how long customers may wait then. */
export const hourFields = ["opening_hours", "closed_days", "unanswered_minutes"] as const;
const clockFields = [...hourFields, "timezone"];

/** @throws Problem not_a_member, version_conflict, duplicate, validation_failed, in_use */
export async function changeCompany(
  trx: Trx,
  signedIn: SignedIn,
  id: number,
  patch: CompanyPatch,
) {
  await enterCompany(trx, signedIn, id);
  const { version, approval, ...rest } = patch;
  const before = await lockCompany(trx, id);
  const values: typeof patch = approval
    ? { ...rest, approval: { ...before.approval, ...approval } }
    : rest;
  if (version !== undefined && version !== before.version) {
    throw problem("version_conflict", { details: { current: before.version } });
  }
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before])
    ),
  ) as typeof values;
  if (changed.currency) await checkNothingPriced(trx, { companyId: id });
  await alongside(await wrongAmounts(trx, id, patch), async () => {
    if (changed.timezone) await checkTimezone(trx, changed.timezone);
    if (changed.logo?.startsWith("/logo/")) await checkLogo(trx, { companyId: id }, changed.logo);
    if (changed.approval) await checkApprover(trx, { companyId: id }, changed.approval);
  });
  if (Object.keys(changed).length > 0) await setCompany(trx, id, changed);
  if (clockFields.some((name) => name in changed)) {
    await trx.updateTable("companies").set({ answers_unplanned: true }).where("id", "=", id)
      .execute();
  }
  return await readCompany(trx, signedIn, id);
}

function wrongAmounts(db: Db, id: number, { currency, approval }: Amounts) {
  const amounts = { "approval.amount_above": approval?.amount_above };
  return wrongDecimals(db, { companyId: id }, amounts, currency);
}

type Amounts = Pick<CompanyPatch, "currency" | "approval">;

const looseAmounts = z.object({
  currency: companyPatch.shape.currency.catch(undefined),
  approval: z.object({ amount_above: looseAmount }).optional().catch(undefined),
}).catch({});

/** Wrong amounts of a body that is wrong elsewhere. @throws Problem not_a_member */
export async function wrongSettings(trx: Trx, signedIn: SignedIn, id: number, body: unknown) {
  await enterCompany(trx, signedIn, id);
  return await wrongAmounts(trx, id, looseAmounts.parse(body));
}

/** Switches tenant. @throws Problem not_a_member (also if there is no such company) */
export async function enterCompany(trx: Trx, { memberships }: SignedIn, id: number) {
  if (!memberships.some(({ companyId }) => companyId === id)) throw problem("not_a_member");
  await become(trx, { companyId: id });
}

/** Locks the row so that the second of two changes sees the first. */
export async function lockCompany(trx: Trx, id: number) {
  return await trx.selectFrom("companies").selectAll()
    .where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

/** The caller holds the company's lock. @throws Problem duplicate */
export async function setCompany(
  trx: Trx,
  id: number,
  { approval, opening_hours, ...values }: Omit<CompanyPatch, "version">,
) {
  await translated(() =>
    trx.updateTable("companies").set({
      ...values,
      ...(approval ? { approval: JSON.stringify(approval) } : {}),
      ...(opening_hours === undefined
        ? {}
        : { opening_hours: opening_hours && JSON.stringify(opening_hours) }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    }).where("id", "=", id).execute()
  );
}

export async function readCompany(db: Db, { user }: Pick<SignedIn, "user">, id: number) {
  return await companyRows(db, user.id).where("c.id", "=", id).executeTakeFirstOrThrow();
}

function companyRows(db: Db, userId: number) {
  return db.selectFrom("companies as c")
    .innerJoin("user_companies as m", "m.company_id", "c.id")
    .select(["c.id", "c.created_at", "c.updated_at", "c.version", "c.name", "c.slug", "c.color"])
    .select(["c.logo", "c.timezone", "c.country", "c.currency", "c.language", "c.legal_name"])
    .select(["c.tax_id", "c.address", "c.phone", "c.email", "c.website", "c.default_tax_rate"])
    .select(["c.quote_validity_days", "c.quote_prefix", "c.quote_terms", "c.public_origins"])
    .select(["c.quotes_need_tax_id", "c.tax_label", "c.consent_text", "c.retention_months"])
    .select(["c.approval", "c.opening_hours", "c.closed_days", "c.unanswered_minutes"])
    .select("m.role")
    .where("m.user_id", "=", userId).where("m.disabled_at", "is", null);
}

// The first quotation fixes the currency: sums of two mean nothing. Raw SQL, because this folder
// may not import lib/sales. The company is locked FOR UPDATE; a quotation takes FOR KEY SHARE
// before it reads the currency, so neither misses the other.
async function checkNothingPriced(trx: Trx, tenant: Tenant): Promise<void> {
  const { quotes, sales } = await countPriced(trx, tenant);
  if (quotes + sales > 0) {
    throw problem("in_use", { details: { field: "currency", quotes, sales } });
  }
}

/** The quotations and sales that fix the currency, trashed ones included. One statement. */
export async function countPriced(db: Db, { companyId }: Tenant) {
  const { rows } = await sql<{ quotes: number; sales: number }>`
    select (select count(*) from ${
    sql.table(nouns.quote.table)
  } where company_id = ${companyId}) as quotes,
      (select count(*) from ${
    sql.table(nouns.sale.table)
  } where company_id = ${companyId}) as sales`.execute(db);
  return rows[0]!;
}

/** Ask the database: its own list of zones is what lists and reports use. */
async function checkTimezone(trx: Trx, timezone: string): Promise<void> {
  try {
    await sql`select now() at time zone ${timezone}`.execute(trx);
  } catch (cause) {
    if ((cause as { code?: string }).code !== "22023") throw cause;
    const fields = { timezone: inputWords.unknownTimezone };
    throw problem("validation_failed", { fields, cause });
  }
}

async function checkApprover(
  trx: Trx,
  tenant: Tenant,
  { approver_id = null }: { approver_id?: number | null },
): Promise<void> {
  if (approver_id === null || await liveAssignee(trx, tenant, approver_id) !== null) return;
  throw problem("validation_failed", { fields: { "approval.approver_id": inputWords.notOurs } });
}

async function checkLogo(trx: Trx, { companyId }: Tenant, path: string): Promise<void> {
  const stored = await trx.selectFrom("company_logos").select("hash")
    .where("company_id", "=", companyId).where("hash", "=", path.slice("/logo/".length))
    .executeTakeFirst();
  if (stored) return;
  throw problem("validation_failed", { fields: { logo: inputWords.notOurs } });
}
