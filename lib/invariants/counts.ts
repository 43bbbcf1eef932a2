/** Invariants of what is kept so that nobody need count it: docs/decisions/0013 and 0068. */
import { type RawBuilder, sql } from "kysely";
import type { Invariant } from "@/lib/invariants/invariant.ts";

export interface Count {
  kind: string;
  status: string | null;
  assignee_id: number | null;
  facet: string | null;
  n: number;
}

/** The counts that `record_counts` keeps, as they are kept. */
export function keptCounts(companyId: number): RawBuilder<Count> {
  return sql<Count>`
    select kind, status, assignee_id, facet, sum(n) as n from record_counts
    where company_id = ${companyId} group by 1, 2, 3, 4 having sum(n) <> 0`;
}

/** Counts of the records themselves. */
export function countedRecords(companyId: number): RawBuilder<Count> {
  const live = sql`company_id = ${companyId} and deleted_at is null`;
  const inbox = sql`${live} and not is_spam and not held`;
  return sql<Count>`
    select 'contact' as kind, status, assignee_id, channel as facet, count(*) as n from contacts
      where ${inbox} group by 2, 3, 4
    union all select 'contact_held', null, null, null, count(*) from contacts
      where ${live} and held having count(*) > 0
    union all select 'contact_converted', null, null, null, count(*) from contacts
      where ${inbox} and converted_client_id is not null having count(*) > 0
    union all select 'contact_waiting', null, null, null, count(*) from contacts
      where ${inbox} and last_direction = 'in' and status <> 'archived'
        and (converted_client_id is null or first_response_at is null
          or last_message_at > converted_at)
      having count(*) > 0
    union all select 'event', null, assignee_id, null, count(*) from events
      where ${live} group by 3
    union all select 'note', null, null, null, count(*) from notes where ${live} having count(*) > 0
    union all select 'client', null, assignee_id, kind, count(*) from clients
      where ${live} group by 3, 4
    union all select 'opportunity', status, assignee_id, null, count(*) from opportunities
      where ${live} group by 2, 3
    union all select 'quote', status, null, null, count(*) from quotes where ${live} group by 2
    union all select 'sale', status, null, null, count(*) from sales where ${live} group by 2
    union all select 'product', null, null, null, count(*) from products
      where ${live} having count(*) > 0
    union all select 'task', status, assignee_id, kind, count(*) from tasks
      where ${live} group by 2, 3, 4`;
}

const keptTotal = sql`answered + read + opened + delivered + sent + queued + failed + replaced
  + cancelled`;
const areCounted = (companyId: number) =>
  sql`not exists (select from uncounted_records where company_id = ${companyId})`;

export const countInvariants: Invariant[] = [
  {
    name: "kept-counts-are-counts",
    table: "record_counts",
    faults: ({ companyId }) =>
      sql`
      select concat_ws(' ', kind, coalesce(status, '-'), coalesce(assignee_id::text, '-')) as id
      from (
        (${keptCounts(companyId)} except all (${countedRecords(companyId)}))
        union all ((${countedRecords(companyId)}) except all ${keptCounts(companyId)})
      ) differing group by 1`,
  },
  {
    name: "kept-figures-are-figures",
    table: "figures",
    faults: ({ companyId }) =>
      sql`
      with kept as (
        select day, figure, sum(n) as n, sum(amount) as amount from figures
        where company_id = ${companyId} and span in ('new', 'day')
          and figure in ('created', 'won', 'lost', 'sold')
        group by 1, 2 having sum(n) <> 0
      ), counted as (
        select relevo_day(at, c.timezone) as day, figure, count(*) as n, sum(amount) as amount
        from companies c join (
          select created_at as at, 'created' as figure, amount from opportunities
            where company_id = ${companyId} and deleted_at is null
          union all select won_at, 'won', amount from opportunities
            where company_id = ${companyId} and deleted_at is null and status = 'won'
          union all select lost_at, 'lost', amount from opportunities
            where company_id = ${companyId} and deleted_at is null and status = 'lost'
          union all select sold_at, 'sold', net_total from sales
            where company_id = ${companyId} and deleted_at is null and status = 'active'
        ) records on true
        where c.id = ${companyId} group by 1, 2
      )
      select coalesce(kept.figure, counted.figure) || ' ' || coalesce(kept.day, counted.day) as id
      from kept full join counted on kept.day = counted.day and kept.figure = counted.figure
      where (kept.n, kept.amount) is distinct from (counted.n, counted.amount)
        and not exists (select from uncounted_figures where company_id = ${companyId})`,
  },
  {
    name: "kept-notifications-are-counted",
    table: "notification_counts",
    faults: ({ companyId }) =>
      sql`
      select n::text as id from (select
        (select coalesce(sum(n), 0) from notification_counts where company_id = ${companyId})
        - (select count(*) from notifications where company_id = ${companyId}) as n) differing
      where n <> 0 and ${areCounted(companyId)}`,
  },
  {
    name: "kept-recipients-are-counted",
    table: "recipient_counts",
    faults: ({ companyId }) =>
      sql`
      select notification_id::text as id from (
        select notification_id, ${keptTotal} as n from recipient_counts
          where company_id = ${companyId}
        union all select notification_id, -1 from notification_recipients
          where company_id = ${companyId} and counted
      ) each group by 1 having sum(n) <> 0`,
  },
  {
    name: "kept-tags-are-counted",
    table: "tag_counts",
    faults: ({ companyId }) =>
      sql`
      select noun || ' ' || count(*) as id from (
        select noun, tag, sum(n) as n from (
          select noun, tag, n from tag_counts where company_id = ${companyId}
          union all select 'contact', unnest(tags), -1 from contacts
            where company_id = ${companyId} and deleted_at is null and not is_spam and not held
          union all select 'client', unnest(tags), -1 from clients
            where company_id = ${companyId} and deleted_at is null
          union all select 'opportunity', unnest(tags), -1 from opportunities
            where company_id = ${companyId} and deleted_at is null
        ) each group by 1, 2 having sum(n) <> 0
      ) differing where ${areCounted(companyId)} group by noun`,
  },
];
