import { type RawBuilder, sql } from "kysely";
import { longestDays } from "@/lib/crm/events/event.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Ids of live events within a time. Those of more than a day are few, with an index of their own. */
export function touchingEvents(
  { companyId }: Tenant,
  { begin, end }: { begin: RawBuilder<unknown>; end: RawBuilder<unknown> },
): RawBuilder<{ id: number }> {
  const live = sql`company_id = ${companyId} and deleted_at is null`;
  const dayBefore = sql`${begin} - interval '24 hours'`;
  return sql`(
    select id from events where ${live} and starts_at < ${end} and starts_at >= ${dayBefore}
      and (ends_at > ${begin} or starts_at >= ${begin})
    union all
    select id from events where ${live} and starts_at < ${dayBefore}
      and starts_at >= ${begin} - make_interval(days => ${longestDays})
      and ends_at - starts_at > interval '24 hours' and ends_at > ${begin})`;
}
