import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { ChannelState, ChannelStatus, Status } from "@/lib/status/status.ts";

/** Most that are counted of what companies have to put right, and most channels by name. */
const most = 10_000;
const mostNamed = 200;

type Channels = Pick<Status, "channels" | "failingChannels" | "eventsUnread" | "problems">;

/** As the worker. */
export async function readChannels(trx: BareTrx): Promise<Channels> {
  const { rows } = await sql<{ kind: string; state: ChannelState; count: number }>`
    select kind, ${state} as state, count(*)::int as count
    from channel_accounts where deleted_at is null group by 1, 2 order by 1, 2`.execute(trx);
  const { rows: failingChannels } = await sql<ChannelStatus>`
    select a.kind, a.company_id as "companyId", c.name as company, a.id as "accountId", a.name,
      coalesce(
        (a.last_error ->> 'since')::timestamptz, (a.last_error ->> 'at')::timestamptz, a.updated_at
      ) as since
    from channel_accounts a join companies c on c.id = a.company_id
    where a.deleted_at is null and ${state} = 'fails'
    order by since, a.id limit ${mostNamed}`.execute(trx);
  const { rows: [counts] } = await sql<Pick<Status, "eventsUnread" | "problems">>`
    select
      (select count(*) from (
        select from channel_events where state = 'waiting' limit ${most}
      ) e)::int as "eventsUnread",
      ((select count(*) from (
        select from channel_events where state = 'problem' limit ${most}
      ) e) + (select count(*) from (
        select from meta_problems order by last_at desc limit ${most}
      ) p))::int as problems`.execute(trx);
  return { channels: rows, failingChannels, ...counts! };
}

/** An account that a loop of mails has stopped fails: nobody chose it. */
const state = sql`case when state = 'failing' or paused_by = 'loop' then 'fails'
  when state = 'paused' then 'rests' else 'works' end`;
