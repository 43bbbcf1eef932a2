import { type RawBuilder, sql } from "kysely";
import type { RowState } from "@/lib/notify/sending/notification_row.ts";
import { keptStates } from "@/lib/notify/sending/counts/kept_counts.ts";

/** The state of recipient `r` of notification `n`, as `stateOf` of a phone would tell it. */
export const stateColumn = sql<RowState>`case
  when r.answered_at is not null then 'answered'
  when r.status in ('queued', 'sent') and n.expires_at <= now() then 'expired'
  when r.status in ('queued', 'sent', 'delivered') and r.read_at is not null then 'read'
  else r.status end`;

/** Sums `c` of the notifications of `page`, in one read. */
export const keptSums = (companyId: number) =>
  sql<{ notification_id: string; is_kept: boolean }>`(
    select notification_id, true as is_kept,
      ${sql.join(keptStates.map((state) => sql`sum(${sql.ref(state)}) as ${sql.ref(state)}`))}
    from recipient_counts
    where company_id = ${companyId} and notification_id = any (array(select id from page))
    group by notification_id)`;

const recipients = (condition: RawBuilder<unknown>) =>
  sql`notification_recipients r
    where r.company_id = n.company_id and r.notification_id = n.id and ${condition}`;
const few = recipients(sql`c.is_kept is null`);
const counted = recipients(sql`r.counted and c.is_kept`);
const escalated = recipients(sql`r.escalated_at is not null and c.is_kept`);

const isExpired = sql`n.expires_at <= now()`;
const keptByState = sql`(values
  ('answered', c.answered), ('delivered', c.delivered), ('failed', c.failed),
  ('replaced', c.replaced), ('cancelled', c.cancelled),
  ('read', c.read), (case when ${isExpired} then 'expired' else 'read' end, c.opened),
  (case when ${isExpired} then 'expired' else 'sent' end, c.sent),
  (case when ${isExpired} then 'expired' else 'queued' end, c.queued)) kept (state, n)`;

const firstShown = 3;
const firstOf = (part: RawBuilder<unknown>) =>
  sql`(select r.user_id, r.seq from ${part} order by r.seq limit ${sql.lit(firstShown)})`;

/** Recipients of notification `n` by state, and the first of them, beside {@link keptSums}. */
export const recipientSummary = sql<{
  recipients: number;
  states: Partial<Record<RowState, number>>;
  first: string[];
}>`lateral (
  select coalesce(sum(n), 0)::int as recipients,
    coalesce(json_object_agg(state, n) filter (where state is not null), '{}') as states,
    (select coalesce(json_agg(user_id), '[]') from (
      select user_id from (
        ${firstOf(few)} union all ${firstOf(counted)} union all ${firstOf(escalated)}
      ) all_parts order by seq limit ${sql.lit(firstShown)}) f) as first
  from (select state, sum(n)::int as n from (
    select kept.state, kept.n from ${keptByState} where c.is_kept and kept.n > 0 union all
    select ${stateColumn}, count(*) from ${few} group by 1 union all
    select ${stateColumn}, count(*) from ${escalated} group by 1
  ) part group by 1) each)`;
