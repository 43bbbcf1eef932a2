import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

export function companyTerms(db: Db, { companyId }: Tenant) {
  return db.selectFrom("companies").select(["language", "currency"])
    .select(["default_tax_rate", "quote_validity_days", "quote_prefix", "quote_terms"])
    .where("id", "=", companyId).executeTakeFirstOrThrow();
}

/** How a company presents itself on paper, as it is now. */
export function companyBrand(db: Db, { companyId }: Tenant) {
  return db.selectFrom("companies").select(["name", "color", "logo", "legal_name", "tax_id"])
    .select(["address", "country", "phone", "email", "website"])
    .where("id", "=", companyId).executeTakeFirstOrThrow();
}
