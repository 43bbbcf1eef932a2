import { sql } from "kysely";
import { personIn } from "@/lib/access/people.ts";
import type { Person } from "@/lib/access/people.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Count of a leaver's open work that went to a colleague; `person` is null for nobody's. */
export interface HandedOver {
  person: Person | null;
  count: number;
}

/** Counts who took over an employee's open work, the most first. One statement. */
export async function readHandedOver(
  db: Db,
  { companyId }: Tenant,
  { userId, leftAt }: { userId: number; leftAt: Date },
): Promise<HandedOver[]> {
  // It was written in the transaction that ended the membership.
  const { rows } = await sql<HandedOver>`
    select ${personIn("h", "heir_id")} as person, h.count from (
      select company_id, (changes->'assignee_id'->>1)::int as heir_id, count(*) as count
      from activities
      where company_id = ${companyId} and verb = 'changed'
        and at between ${leftAt}::timestamptz - interval '1 minute'
          and ${leftAt}::timestamptz + interval '1 minute'
        and changes->'assignee_id'->>0 = ${String(userId)}
      group by 1, 2
    ) h order by h.count desc, h.heir_id`.execute(db);
  return rows;
}
