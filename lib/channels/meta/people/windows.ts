import { sql } from "kysely";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
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
  const columns = { place: "int", accountId: "int", personId: "text" } as const;
  const { rows } = await sql<{ window_until: Date | null; heard_at: Date | null }>`
    select p.heard_at, case when p.closed_at is null or p.closed_at < p.heard_at
        then p.heard_at + make_interval(mins => ${windowMinutes}) end as window_until
    from ${keyRows(places, columns)} a
    left join ${
    lookUp(sql`select heard_at, closed_at from account_people
      where company_id = ${companyId} and account_id = a."accountId"
        and person_id = a."personId"`)
  } p on true
    order by a.place`.execute(db);
  return rows;
}
