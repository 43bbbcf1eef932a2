import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

export interface OtherOccurrence {
  id: number;
  starts_at: Date;
  ends_at: Date;
  all_day: boolean;
  set_apart: boolean;
  total: number;
}

const neighbours = { before: 2, after: 6 };

/** The occurrences around one of a series, itself among them, by their start. One statement. */
export async function readOccurrences(
  db: Db,
  { companyId }: Tenant,
  { series_id, original_day }: { series_id: number | null; original_day: string | null },
): Promise<OtherOccurrence[]> {
  if (series_id === null) return [];
  const live = sql`company_id = ${companyId} and series_id = ${series_id} and deleted_at is null`;
  const columns = sql`id, starts_at, ends_at, all_day, set_apart`;
  const { rows } = await sql<OtherOccurrence>`
    select ${columns}, (select count(*) from events where ${live}) as total from (
      (select ${columns} from events where ${live} and original_day < ${original_day}
        order by original_day desc limit ${neighbours.before})
      union all
      (select ${columns} from events where ${live} and original_day >= ${original_day}
        order by original_day limit ${neighbours.after + 1})
    ) near order by starts_at, id`.execute(db);
  return rows;
}
