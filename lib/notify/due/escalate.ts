import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Came, Question } from "@/lib/notify/due/question.ts";
import { pushAgain } from "@/lib/notify/sending/push_again.ts";
import { lockTags, replaceTagged } from "@/lib/notify/sending/send.ts";

export async function lockEscalation(trx: Trx, tenant: Tenant, id: string): Promise<void> {
  const { tag, internal, asks } = await trx.selectFrom("notifications")
    .select(["tag", "internal", "asks"])
    .where("company_id", "=", tenant.companyId).where("id", "=", id).executeTakeFirstOrThrow();
  await lockTags(trx, tenant, [{ tag, internal, user_ids: asks?.escalate?.userIds ?? [] }]);
}

/** Adds recipients, except those who have a newer one of its tag. */
export async function escalate(trx: Trx, tenant: Tenant, question: Question): Promise<Came> {
  if (question.isOver) return { outcome: "over", reached: 0 };
  if (question.isSeenTo) return { outcome: "not_needed", reached: 0 };
  const { companyId } = tenant;
  const { id, tag, internal } = question;
  const candidates = question.asks.escalate?.userIds ?? [];
  const { rows } = await sql<{ user_id: string }>`
    insert into notification_recipients
      (company_id, notification_id, user_id, internal, tag, devices, escalated_at, changed_txid)
    select ${companyId}::int, ${id}::uuid, u.user_id, ${internal}::boolean, ${tag}::text,
      (select count(*) from devices d
       where d.company_id = ${companyId} and d.user_id = u.user_id and d.revoked_at is null),
      now(), (select relevo_txid())
    from unnest(${candidates}::text[]) with ordinality u(user_id, position)
    where not exists (
      select from notification_recipients r
      join notifications n on n.company_id = r.company_id and n.id = r.notification_id
      where r.company_id = ${companyId} and r.user_id = u.user_id and r.tag = ${tag}
        and r.internal = ${internal} and r.status not in ('replaced', 'cancelled')
        and n.created_at > ${question.created_at})
    order by u.position
    on conflict do nothing
    returning user_id`.execute(trx);
  const userIds = rows.map(({ user_id }) => user_id);
  if (userIds.length === 0) return { outcome: "not_needed", reached: 0 };
  await replaceTagged(trx, tenant, [{ id, tag, internal, user_ids: userIds }]);
  for (const userId of userIds) trx.afterCommit({ kind: "changed", companyId, userId });
  await pushAgain(trx, tenant, { notificationId: id, userIds, reason: "sent" });
  return { outcome: "acted", reached: userIds.length };
}
