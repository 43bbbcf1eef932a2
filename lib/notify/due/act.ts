import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { PendingTime } from "@/lib/notify/due/due_jobs.ts";
import { escalate, lockEscalation } from "@/lib/notify/due/escalate.ts";
import { fallBack } from "@/lib/notify/due/fall_back.ts";
import type { Fallbacks } from "@/lib/notify/due/fallbacks.ts";
import { type Came, readQuestion } from "@/lib/notify/due/question.ts";
import { remind } from "@/lib/notify/due/remind.ts";
import { summarise } from "@/lib/notify/due/summarise.ts";
import { wake } from "@/lib/notify/due/wake.ts";

/** Acts, and ends the row in the same transaction. @returns the outcome */
export async function actAt(
  trx: Trx,
  { id, companyId, lease }: PendingTime,
  fallbacks: Fallbacks,
): Promise<string> {
  const tenant: Tenant = { companyId };
  const time = await trx.selectFrom("due_times").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id)
    .where("lease", "=", lease).where("done_at", "is", null).forUpdate().executeTakeFirst();
  if (!time) return "gone";
  if (time.kind === "summary") {
    return await summarise(trx, tenant, { ...time, user_id: time.user_id! });
  }
  if (time.kind === "snooze") {
    await wake(trx, tenant, { id, notificationId: time.notification_id!, userId: time.user_id! });
    return "acted";
  }
  // As a send does: the tags first, then the recipients.
  if (time.kind === "escalate") await lockEscalation(trx, tenant, time.notification_id!);
  const question = await readQuestion(trx, tenant, time.notification_id!);
  const { outcome, reached }: Came = time.kind === "remind"
    ? await remind(trx, tenant, question, time.number!)
    : time.kind === "escalate"
    ? await escalate(trx, tenant, question)
    : await fallBack(trx, tenant, question, fallbacks);
  await trx.updateTable("due_times").set({
    outcome,
    reached,
    mail: time.kind === "fallback" && outcome === "acted" ? "queued" : null,
    done_at: sql<Date>`now()`,
    due_at: null,
    lease: null,
    leased_until: null,
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
  return outcome;
}
