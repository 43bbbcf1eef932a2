import { sql } from "kysely";
import { addDays } from "@/lib/values/dates.ts";
import { beginOf } from "@/lib/records/listing/conditions.ts";
import type { ReportRange } from "@/lib/figures/report_record.ts";

/** A condition on an instant's column: within the days of the range, by the clocks of the zone. */
export function withinDays({ from, to }: ReportRange, timezone: string) {
  const [begin, end] = [beginOf(from, timezone), beginOf(addDays(to, 1), timezone)];
  return (column: string) =>
    sql<boolean>`(${sql.ref(column)} >= ${begin} and ${sql.ref(column)} < ${end})`;
}
