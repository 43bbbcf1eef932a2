import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { createdWithin } from "@/lib/notify/sending/created_range.ts";
import type { CallbackQuery } from "@/lib/notify/callbacks/callback.ts";

/** Newest first. Two statements. */
export async function findCallbackPage(
  db: Db,
  { companyId, timezone }: Tenant & { timezone: string },
  filters: CallbackQuery,
) {
  const { status, notificationId, page, per_page } = filters;
  const range = createdWithin("c.created_at", filters, timezone);
  const matches = db.selectFrom("callbacks as c").where("c.company_id", "=", companyId)
    .$if(status !== undefined, (query) => query.where("c.status", "in", status!))
    .$if(range.length > 0, (query) => query.where((eb) => eb.and(range)))
    .$if(notificationId !== undefined, (query) =>
      query.where((eb) =>
        eb(
          "c.response_id",
          "in",
          eb.selectFrom("responses").select("id").where("company_id", "=", companyId)
            .where("notification_id", "=", notificationId!),
        )
      ));
  const { total } = await matches.select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const ids = matches.select("c.response_id")
    .orderBy("c.created_at", "desc").orderBy("c.response_id")
    .limit(per_page).offset((page - 1) * per_page);
  const records = await db.selectFrom("callbacks as c")
    .innerJoin(
      "responses as r",
      (join) => join.onRef("r.company_id", "=", "c.company_id").onRef("r.id", "=", "c.response_id"),
    )
    .innerJoin(
      "notifications as n",
      (join) =>
        join.onRef("n.company_id", "=", "r.company_id").onRef("n.id", "=", "r.notification_id"),
    )
    .select(["c.response_id as responseId", "r.notification_id as notificationId", "n.title"])
    .select(["r.user_id as userId", "c.url", "c.status", "c.attempts"])
    .select(["c.last_status as lastStatus", "c.last_outcome as lastOutcome"])
    .select(["c.due_at as nextAttemptAt", "c.delivered_at as deliveredAt"])
    .select("c.created_at as createdAt")
    .where("c.company_id", "=", companyId).where("c.response_id", "in", ids)
    .orderBy("c.created_at", "desc").orderBy("c.response_id").execute();
  return { records, total };
}
