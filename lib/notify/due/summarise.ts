import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { readAttention } from "@/lib/notify/attention/attention.ts";
import { announceDue } from "@/lib/notify/sending/due_times.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { quietUntil } from "@/lib/values/quiet_hours.ts";

interface Summary {
  id: string;
  user_id: string;
  is_member: boolean;
}

interface HeldPush {
  id: string;
  host: string;
  subscription_id: string;
  is_wanted: boolean;
}

/**
 * Quiet hours are over: each of the person's browsers gets one push. What was alone goes as it is;
 * of several the newest stands for all.
 */
export async function summarise(
  trx: Trx,
  tenant: Tenant,
  { id, user_id, is_member }: Summary,
): Promise<string> {
  const { companyId } = tenant;
  const { quiet } = await readAttention(trx, { companyId, userId: user_id, isMember: is_member });
  const until = quiet && quietUntil(quiet, currentTime());
  if (until) {
    await trx.updateTable("due_times")
      .set({ at: until, due_at: until, lease: null, leased_until: null })
      .where("company_id", "=", companyId).where("id", "=", id).execute();
    announceDue(trx, tenant, id, until);
    return "delayed";
  }
  await trx.deleteFrom("due_times").where("company_id", "=", companyId).where("id", "=", id)
    .execute();
  const { rows } = await sql<HeldPush>`
    select j.id, j.host, j.subscription_id,
      r.status not in ('replaced', 'cancelled') and r.answered_at is null
        and r.answered_by is null and (r.read_at is null or j.reason = 'snooze')
        and (r.dismissed_at is null or j.reason <> 'sent')
        and (r.snoozed_until is null or r.snoozed_until <= now())
        and j.ends_at > now() as is_wanted
    from push_jobs j
    join notification_recipients r on r.company_id = j.company_id
      and r.notification_id = j.notification_id and r.user_id = j.user_id
    where j.company_id = ${companyId} and j.user_id = ${user_id}
      and j.held_by_member = ${is_member} and j.held_by_member is not null
    order by r.seq desc for update of j`.execute(trx);
  const released: { id: string; host: string; count: number | null }[] = [];
  for (const pushes of Map.groupBy(rows, (one) => one.subscription_id).values()) {
    const [newest, ...others] = pushes.filter((one) => one.is_wanted);
    if (!newest) continue;
    const { id, host } = newest;
    released.push({ id, host, count: others.length > 0 ? others.length + 1 : null });
  }
  const releasedIds = new Set(released.map((one) => one.id));
  const over = rows.filter((one) => !releasedIds.has(one.id)).map((one) => one.id);
  if (over.length > 0) {
    await trx.deleteFrom("push_jobs").where(isHeld(companyId, user_id))
      .where("id", "=", (eb) => eb.fn.any(eb.val(over))).execute();
  }
  for (const { id, host, count } of released) {
    await trx.updateTable("push_jobs").set({
      due_at: sql<Date>`now()`,
      held_by_member: null,
      held: count,
      ...(count === null ? {} : { reason: "summary" }),
    }).where(isHeld(companyId, user_id)).where("id", "=", id).execute();
    trx.afterCommit({ kind: "push_due", id, companyId, host });
  }
  return "acted";
}

/** A person's pushes that wait for the end of quiet hours: few, and an index has them alone. */
function isHeld(companyId: number, userId: string) {
  return sql<boolean>`company_id = ${companyId} and user_id = ${userId}
    and held_by_member is not null`;
}
