import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

export interface PersonKey {
  accountId: number;
  personId: string;
}

/** A minute less than Meta's day: an answer is on its way for a while. */
const windowMinutes = 24 * 60 - 1;

/** Until when each person may be written to, in order; null where there is no window. */
export async function readWindows(
  db: Db,
  { companyId }: Tenant,
  people: readonly PersonKey[],
): Promise<{ window_until: Date | null; heard_at: Date | null }[]> {
  if (people.length === 0) return [];
  const places = people.map((one, place) => ({ ...one, place }));
  const { rows } = await sql<{ window_until: Date | null; heard_at: Date | null }>`
    select p.heard_at, case when p.closed_at is null or p.closed_at < p.heard_at
        then p.heard_at + make_interval(mins => ${windowMinutes}) end as window_until
    from json_to_recordset(${JSON.stringify(places)}::json)
      as a(place int, "accountId" int, "personId" text)
    left join account_people p on p.company_id = ${companyId} and p.account_id = a."accountId"
      and p.person_id = a."personId"
    order by a.place`.execute(db);
  return rows;
}
