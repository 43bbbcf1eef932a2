import { type RawBuilder, sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import { hasOld, perStep, removeOld } from "@/lib/db/remove_old.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

const rawDays = 30;
const problemDays = 90;

const raw: OldEvents = {
  set: sql`body = null`,
  where: sql`body is not null and state = 'read' and ${isBefore("tried_at", rawDays)}`,
  days: rawDays,
};
const automatic: OldEvents = {
  set: sql`automatic = null`,
  where: sql`automatic is not null`,
  days: problemDays,
};
const problems = {
  table: "channel_events",
  column: "received_at",
  before: sql`now() - make_interval(days => ${sql.lit(problemDays)})`,
  and: sql<boolean>`state = 'problem'`,
} as const;

/** Pages only query the last hour of a channel's activities. */
function oldActivities(company: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select old.id from channel_accounts a cross join lateral (
      select t.id from activities t
      where t.company_id = a.company_id and t.channel_id = a.id and t.at < now() - interval '1 day'
      order by t.at limit ${sql.lit(perStep)}) old
    where a.company_id = ${company} limit ${sql.lit(perStep)}`;
}

export const hasOldEvents = sql<boolean>`(
  ${hasOld(problems)} or exists (${oldActivities(sql`c.id`)} offset 0) or ${
  sql.join(
    [raw, automatic].map((old) =>
      sql`exists (select from channel_events where company_id = c.id and ${isOld(old)}
        order by received_at offset 0)`
    ),
    sql` or `,
  )
})`;

/** Deletes bytes of read events, problems and automatic mails. @returns whether there may be more */
export async function forgetOldEvents(trx: BareTrx, { companyId }: Tenant): Promise<boolean> {
  const counts = [
    await updateOld(trx, companyId, raw),
    await updateOld(trx, companyId, automatic),
    await changed(
      trx,
      sql`delete from activities where company_id = ${companyId} and id = any (array(
        ${oldActivities(sql`${companyId}`)}))`,
    ),
  ];
  const isMore = await removeOld(trx, { ...problems, companyId });
  return isMore || counts.some((count) => count >= perStep);
}

interface OldEvents {
  set: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  days: number;
}

function isOld({ where, days }: OldEvents) {
  return sql`${where} and ${isBefore("received_at", days)}`;
}

function updateOld(trx: BareTrx, companyId: number, old: OldEvents) {
  return changed(
    trx,
    sql`update channel_events set ${old.set} where company_id = ${companyId} and id = any (array(
      select id from channel_events
      where company_id = ${companyId} and ${isOld(old)}
      order by received_at limit ${sql.lit(perStep)}))`,
  );
}

function isBefore(column: string, days: number): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${sql.lit(days)})`;
}

async function changed(trx: BareTrx, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(trx);
  return Number(numAffectedRows);
}
