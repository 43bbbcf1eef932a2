import { sql } from "kysely";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { countMarked } from "@/lib/figures/days/marked_companies.ts";
import { fewRecipients } from "@/lib/notify/sending/counts/kept_counts.ts";

const perStep = 20;

/** Counts what is older than the triggers of 0082: notifications, their recipients, and tags. */
export async function countRecordsOfBefore(db: Db): Promise<void> {
  await countMarked(db, {
    marks: "uncounted_records",
    count: "relevo_count_records",
    before: (companyId) => countAllRecipients(db, companyId),
  });
}

async function countAllRecipients(db: Db, companyId: number): Promise<void> {
  const ids = await inCompany(db, companyId, (trx) => findUncounted(trx, companyId));
  for (let at = 0; at < ids.length; at += perStep) {
    await inCompany(
      db,
      companyId,
      (trx) => countRecipients(trx, companyId, ids.slice(at, at + perStep)),
    );
  }
}

async function findUncounted(trx: BareTrx, companyId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select notification_id as id from notification_recipients
    where company_id = ${companyId} and escalated_at is null
    group by 1 having count(*) > ${fewRecipients} and not bool_or(counted) order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The trigger counts whoever becomes counted. Locked as in a cancellation. */
async function countRecipients(trx: BareTrx, companyId: number, ids: string[]): Promise<void> {
  for (const id of ids) {
    await sql`
      with locked as materialized (
        select user_id from notification_recipients
        where company_id = ${companyId} and notification_id = ${id} and escalated_at is null
        order by user_id for update
      )
      update notification_recipients set counted = true
      where company_id = ${companyId} and notification_id = ${id} and escalated_at is null
        and not counted and exists (select from locked)`.execute(trx);
  }
}
