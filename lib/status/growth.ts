import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { GrowthStatus } from "@/lib/status/status.ts";

/** Tables, and companies with a table of theirs, that are named at most. */
export const mostNamed = 200;
/** Size of a table from which docs/operating/growth.md says what to do. */
export const largeTable = { rows: 50_000_000, bytes: 50_000_000_000 };
/** Share of MAX_RECORDS_PER_COMPANY that is worth a word. */
export const recordsShare = 0.5;

/** As last measured; null before the first time. One row, and the companies that it names. */
export async function readGrowth(db: Db): Promise<GrowthStatus | null> {
  const { rows: [growth] } = await sql<GrowthStatus>`
    select g.read_at as "readAt", g.most_records as "mostRecords", g.tables, (
      select coalesce(json_agg(json_build_object('companyId', c.id, 'company', c.name,
        'table', e.one ->> 'table', 'rows', (e.one ->> 'rows')::float8,
        'isBounded', (e.one ->> 'isBounded')::boolean) order by e.place), '[]')
      from jsonb_array_elements(g.companies) with ordinality e (one, place)
      join companies c on c.id = (e.one ->> 'companyId')::int
    ) as companies
    from growth g where g.read_at is not null`.execute(db);
  return growth ?? null;
}

/** Share of its bound, from 0 to 1, that the fullest kind of record of any company has used. */
export function largestShare({ companies, mostRecords }: GrowthStatus): number {
  const rows = companies.filter(({ isBounded }) => isBounded).map((one) => one.rows);
  return mostRecords > 0 ? Math.max(0, ...rows) / mostRecords : 0;
}
