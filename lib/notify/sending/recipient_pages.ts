import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { remindersOf } from "@/lib/notify/sending/due_times.ts";
import type { RecipientQuery } from "@/lib/notify/sending/notification_list.ts";
import { stateColumn } from "@/lib/notify/sending/counts/recipient_summary.ts";
import { selectRecipients, shownStatus, toRecipient } from "@/lib/notify/sending/notifications.ts";

/** A page of recipients in the order of the request. Two statements. @throws Problem not_found */
export async function findRecipientPage(
  db: Db,
  tenant: Tenant,
  id: string,
  { state, q = "", page, per_page }: RecipientQuery,
) {
  const matches = selectRecipients(db, tenant, [id])
    .innerJoin(
      "notifications as n",
      (join) =>
        join.onRef("n.company_id", "=", "r.company_id").onRef("n.id", "=", "r.notification_id"),
    )
    .$if(state !== undefined, (query) => query.where(sql<boolean>`${stateColumn} = ${state!}`))
    .$if(
      q.trim() !== "",
      (query) =>
        query.where(sql<boolean>`strpos(relevo_fold(r.user_id), relevo_fold(${q.trim()})) > 0`),
    );
  const { total } = await matches.clearSelect().clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  if (total === 0) {
    await assertThere(db, tenant, id);
    return { records: [], total };
  }
  const rows = await matches.select([
    stateColumn.as("state"),
    "n.expires_at as expiresAt",
    "n.asks",
  ])
    .select((eb) =>
      eb.selectFrom("due_times as t").select("t.at")
        .whereRef("t.company_id", "=", "n.company_id").whereRef("t.notification_id", "=", "n.id")
        .where("t.kind", "=", "remind").where("t.done_at", "is", null).as("nextAt")
    )
    .limit(per_page).offset((page - 1) * per_page).execute();
  const records = rows.map(({ expiresAt, notificationId: _, asks, nextAt, reminded, ...row }) => ({
    ...toRecipient(row),
    reminders: remindersOf({ ...row, reminded }, asks, nextAt),
    status: shownStatus(row.status, expiresAt),
  }));
  return { records, total };
}

async function assertThere(db: Db, { companyId }: Tenant, id: string): Promise<void> {
  const notification = await db.selectFrom("notifications").select("id")
    .where("company_id", "=", companyId).where("id", "=", id).executeTakeFirst();
  if (!notification) throw problem("not_found");
}
