import type { Actor } from "@/lib/records/records.ts";
import type { Db } from "@/lib/db/connection.ts";

/** Who sells: the actor, and where the company's days begin. A member is one. */
export interface Seller extends Actor {
  timezone: string;
}

/** What a company quotes by. */
export function sellerTerms(db: Db, companyId: number) {
  return db.selectFrom("companies").select(["language", "currency"])
    .select(["default_tax_rate", "quote_validity_days", "quote_prefix", "quote_terms"])
    .where("id", "=", companyId).executeTakeFirstOrThrow();
}

/** How a company presents itself on paper, as it is now. */
export function sellerBrand(db: Db, companyId: number) {
  return db.selectFrom("companies").select(["name", "color", "logo", "legal_name", "tax_id"])
    .select(["address", "country", "phone", "email", "website"])
    .where("id", "=", companyId).executeTakeFirstOrThrow();
}
