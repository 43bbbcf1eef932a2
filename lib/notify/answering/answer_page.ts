import type { AnswerLink } from "@/lib/access/answer_links.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { isClosed } from "@/lib/notify/sending/notification_row.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Content of the page of a mail's link: the notification, and whether it can be answered. */
export type AnswerPageData = Awaited<ReturnType<typeof readAnswerPage>>;

export type AnswerStanding = "open" | "plain" | "answered" | "others" | "expired" | "closed";

/** Reads the page without marking it read: programs that scan mail open links too. */
export async function readAnswerPage(
  trx: Trx,
  { companyId, notificationId, userId }: AnswerLink,
) {
  const row = await trx.selectFrom("notification_recipients as r")
    .innerJoin(
      "notifications as n",
      (join) =>
        join.onRef("n.company_id", "=", "r.company_id").onRef("n.id", "=", "r.notification_id"),
    )
    .innerJoin("companies as c", "c.id", "r.company_id")
    .leftJoin("responses as a", (join) =>
      join.onRef("a.company_id", "=", "r.company_id")
        .onRef("a.notification_id", "=", "r.notification_id").onRef("a.user_id", "=", "r.user_id"))
    .select(["n.title", "n.body", "n.type", "n.priority", "n.sender", "n.url", "n.actions"])
    .select(["n.allow_reply as allowReply", "n.created_at as createdAt"])
    .select(["n.expires_at as expiresAt", "r.status", "r.answered_by as answeredBy"])
    .select(["a.action", "a.reply", "a.responded_at as respondedAt"])
    .select(["c.name as company", "c.timezone"])
    .where("r.company_id", "=", companyId).where("r.notification_id", "=", notificationId)
    .where("r.user_id", "=", userId).executeTakeFirst();
  if (!row) throw problem("not_found");
  const now = currentTime();
  return { ...row, now, standing: standingOf(row, now) };
}

interface Stands {
  status: string;
  answeredBy: string | null;
  respondedAt: Date | null;
  expiresAt: Date | null;
  actions: unknown[];
  allowReply: boolean;
}

function standingOf(row: Stands, now: Date): AnswerStanding {
  if (row.respondedAt) return "answered";
  if (row.answeredBy !== null) return "others";
  if (isClosed(row.status)) return "closed";
  if (row.expiresAt && row.expiresAt <= now) return "expired";
  return row.actions.length > 0 || row.allowReply ? "open" : "plain";
}
