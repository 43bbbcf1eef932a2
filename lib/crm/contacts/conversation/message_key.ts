import { type RawBuilder, sql } from "kysely";
import { lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/**
 * The message that an account knows by an id, for each row `k` of keys. Compared as a row too, the
 * pair of columns fits no other index of the company's.
 */
export function keyedMessage({ companyId }: Tenant): RawBuilder<unknown> {
  return lookUp(sql`select id, contact_id from contact_messages
    where company_id = ${companyId} and via_id = k."accountId" and external_id = k.key
      and (via_id, external_id) >= (k."accountId", k.key)
      and (via_id, external_id) <= (k."accountId", k.key)`);
}
