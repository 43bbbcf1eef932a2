/** Kept counts of notifications against the same counted from the recipients. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { apiOf } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { inTenant } from "../scene.ts";

interface Summary {
  id: string;
  recipients: number;
  states: Record<string, number>;
  first: string[];
}

const computed = sql<Summary>`
  select n.id, count(r.user_id)::int as recipients,
    coalesce((select json_object_agg(state, count) from (
      select case
          when r.answered_at is not null then 'answered'
          when r.status in ('queued', 'sent') and n.expires_at <= now() then 'expired'
          when r.status in ('queued', 'sent', 'delivered') and r.read_at is not null then 'read'
          else r.status end as state, count(*)::int as count
      from notification_recipients r where r.notification_id = n.id group by 1) each), '{}') as states,
    coalesce((array_agg(r.user_id order by r.seq))[:3], '{}') as first
  from notifications n left join notification_recipients r on r.notification_id = n.id
  where n.company_id = 1
  group by n.company_id, n.id order by n.id`;

/** Compares the list of company 1, its total and each kept row. */
export async function assertKept(world: World, when: string): Promise<void> {
  const read = async () => (await inTenant(world, (trx) => computed.execute(trx))).rows;
  // What is due acts by itself, between two reads too.
  const { rows, body } = await until(async () => {
    const rows = await read();
    const { body } = await apiOf(world, people.ana)("GET", "/notifications?per_page=200");
    return isDeepStrictEqual(rows, await read()) && { rows, body };
  }, { what: "a moment without changes" });
  assert.equal(body.meta.total, rows.length, when);
  const listed: (Summary & { summary: Summary })[] = body.data;
  const summaries = listed.map(({ id, summary: { recipients, states, first } }) => ({
    id,
    recipients,
    states: Object.fromEntries(Object.entries(states).filter(([, count]) => count > 0)),
    first,
  }));
  assert.deepEqual(summaries.sort((a, b) => a.id < b.id ? -1 : 1), rows, when);
  const { rows: wrong } = await inTenant(world, (trx) =>
    sql`
      select notification_id, state, sum(n) as n from (
        select notification_id, case
            when answered_at is not null then 'answered'
            when read_at is null then status
            when status = 'delivered' then 'read'
            when status in ('queued', 'sent') then 'opened'
            else status end as state, 1 as n
        from notification_recipients where counted
        union all
        select notification_id, s.state, -s.n from recipient_counts cross join lateral (values
          ('answered', answered), ('read', read), ('opened', opened), ('delivered', delivered),
          ('sent', sent), ('queued', queued), ('failed', failed), ('replaced', replaced),
          ('cancelled', cancelled)) s (state, n)
      ) each group by 1, 2 having sum(n) <> 0`.execute(trx));
  assert.deepEqual(wrong, [], when);
}

/** Rows of kept counts that company 1 has. */
export async function rowsKept(world: World): Promise<{ recipients: number; total: number }> {
  const { rows } = await inTenant(world, (trx) =>
    sql<{ recipients: number; total: number }>`select
      (select count(*)::int from recipient_counts) as recipients,
      (select count(*)::int from notification_counts) as total`.execute(trx));
  return rows[0]!;
}

/** Takes the counts of company 1 away, as if its notifications were older than the triggers. */
export async function forget(world: World): Promise<void> {
  await inTenant(world, async (trx) => {
    await sql`update notification_recipients set counted = false where counted`.execute(trx);
    await sql`delete from recipient_counts`.execute(trx);
    await sql`delete from notification_counts`.execute(trx);
    await sql`delete from tag_counts`.execute(trx);
    await sql`insert into uncounted_records values (1) on conflict do nothing`.execute(trx);
  });
}
