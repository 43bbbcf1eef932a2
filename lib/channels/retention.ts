import { type RawBuilder, sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import { perStep, removeOld } from "@/lib/db/remove_old.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

const rawDays = 30;
const problemDays = 90;

/** Deletes bytes of read events, problems and automatic mails. @returns whether there may be more */
export async function forgetOldEvents(trx: BareTrx, { companyId }: Tenant): Promise<boolean> {
  const problems = { table: "channel_events", column: "received_at", companyId } as const;
  const counts = [
    await updateOld(trx, companyId, {
      set: sql`body = null`,
      where: sql`body is not null and state = 'read' and ${isBefore("tried_at", rawDays)}`,
      days: rawDays,
    }),
    await updateOld(trx, companyId, {
      set: sql`automatic = null`,
      where: sql`automatic is not null`,
      days: problemDays,
    }),
    // Pages only query the last hour of a channel's activities.
    await changed(
      trx,
      sql`delete from activities where company_id = ${companyId} and id = any (array(
        select old.id from channel_accounts a cross join lateral (
          select t.id from activities t
          where t.company_id = a.company_id and t.channel_id = a.id and t.at < now() - interval '1 day'
          order by t.at limit ${sql.lit(perStep)}) old
        where a.company_id = ${companyId} limit ${sql.lit(perStep)}))`,
    ),
  ];
  const isMore = await removeOld(trx, {
    ...problems,
    before: sql`now() - make_interval(days => ${problemDays})`,
    and: sql<boolean>`state = 'problem'`,
  });
  return isMore || counts.some((count) => count >= perStep);
}

interface OldEvents {
  set: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  days: number;
}

function updateOld(trx: BareTrx, companyId: number, { set, where, days }: OldEvents) {
  return changed(
    trx,
    sql`update channel_events set ${set} where company_id = ${companyId} and id = any (array(
      select id from channel_events
      where company_id = ${companyId} and ${where} and ${isBefore("received_at", days)}
      order by received_at limit ${sql.lit(perStep)}))`,
  );
}

function isBefore(column: string, days: number): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${days})`;
}

async function changed(trx: BareTrx, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(trx);
  return Number(numAffectedRows);
}
