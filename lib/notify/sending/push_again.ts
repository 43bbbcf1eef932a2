import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { PushReason } from "@/lib/db/tables/notify.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { longestPush } from "@/lib/notify/sending/insert_notifications.ts";

interface Pushing {
  notificationId: string;
  userIds: string[];
  reason: PushReason;
}

/**
 * Plans pushes of an existing notification to its recipients' phones. One that is pending already
 * goes at once; what quiet hours hold stays held.
 */
export async function pushAgain(
  trx: Trx,
  { companyId }: Tenant,
  { notificationId, userIds, reason }: Pushing,
): Promise<void> {
  if (userIds.length === 0) return;
  const { rows } = await sql<{ id: string; host: string }>`
    insert into push_jobs
      (id, company_id, notification_id, user_id, subscription_id, host, due_at, ends_at, reason)
    select gen_random_uuid(), ${companyId}, n.id, u.user_id, s.id, s.host, now(),
      coalesce(n.expires_at, now() + ${longestPush} * interval '1 second'), ${reason}
    from notifications n
    cross join unnest(${userIds}::text[]) u(user_id)
    cross join lateral (
      select distinct d.push_subscription_id as id from devices d
      where d.company_id = ${companyId} and d.user_id = u.user_id and d.revoked_at is null
        and d.push_subscription_id is not null and (not n.internal or d.member_id is not null)
    ) d
    join push_subscriptions s on s.company_id = ${companyId} and s.id = d.id
    where n.company_id = ${companyId} and n.id = ${notificationId}
    on conflict (company_id, notification_id, user_id, subscription_id) do update
      set reason = excluded.reason, ends_at = excluded.ends_at, attempts = 0,
        lease = null, leased_until = null,
        due_at = case when push_jobs.held_by_member is null then excluded.due_at
                 else push_jobs.due_at end
    returning id, host`.execute(trx);
  trx.afterCommit(...rows.map((row) => ({ kind: "push_due" as const, companyId, ...row })));
}
