import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { digestOf, fromDigest } from "@/lib/access/tokens.ts";

/** Lets whoever holds it answer a notification for one of its recipients. */
export interface AnswerLink {
  id: string;
  companyId: number;
  notificationId: string;
  userId: string;
}

export const answerLinkPrefix = "rla_";

export async function findAnswerLink(db: Db, token: string): Promise<AnswerLink | undefined> {
  if (!token.startsWith(answerLinkPrefix)) return undefined;
  return await asWorker(db, async (trx) => {
    const { rows: [link] } = await sql<AnswerLink>`
      select t.id, t.company_id as "companyId", t.notification_id as "notificationId",
        t.user_id as "userId" ${fromDigest("answer", digestOf(token))}`.execute(trx);
    return link;
  });
}

/** Must be asked in the transaction: an erasure may have removed the link. */
export async function isAnswerLinkLive(
  trx: Trx,
  { companyId, id }: AnswerLink,
): Promise<boolean> {
  const row = await trx.selectFrom("answer_links").select("id")
    .where("company_id", "=", companyId).where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
