import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Terms that a company quotes by. */
export async function companyTerms(db: Db, tenant: Tenant) {
  return await termsOf(db, tenant).executeTakeFirstOrThrow();
}

/**
 * Terms for a quotation that is being made: the lock keeps the currency until the quotation is
 * there.
 */
export async function lockTerms(trx: Trx, tenant: Tenant) {
  return await termsOf(trx, tenant).forKeyShare().executeTakeFirstOrThrow();
}

function termsOf(db: Db, { companyId }: Tenant) {
  return db.selectFrom("companies").select(["language", "currency", "tax_label", "approval"])
    .select(["default_tax_rate", "quote_validity_days", "quote_prefix", "quote_terms"])
    .where("id", "=", companyId);
}

/** Brand of a company on paper, as it is now. */
export function companyBrand(db: Db, tenant: Tenant) {
  return brandOf(db, tenant).executeTakeFirstOrThrow();
}

/** The same as a query, to read more beside it. */
export function brandOf(db: Db, { companyId }: Tenant) {
  return db.selectFrom("companies").select(["name", "color", "logo", "legal_name", "tax_id"])
    .select(["address", "country", "phone", "email", "website"])
    .where("id", "=", companyId);
}
