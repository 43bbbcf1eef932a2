import { sql } from "kysely";
import type { AlertReader } from "@/lib/alerts/texts.ts";
import { type Notice, notifyMember } from "@/lib/crm/notices/notifying.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { inCompany, outsideTenants } from "@/lib/db/transaction.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";

/** The operator as a member: where their phones are told, and how they read. */
export interface OperatorMember extends AlertReader {
  companyId: number;
  userId: number;
}

/** The member whose address it is, in the first company that they belong to. */
export async function findOperator(db: Db, email: string): Promise<OperatorMember | null> {
  const { rows: [member] } = await sql<OperatorMember>`
    select m.company_id as "companyId", u.id as "userId", c.timezone as "timeZone",
      coalesce(m.unproved_language, u.language, c.language) as language
    from users u
    join user_companies m on m.user_id = u.id
    join companies c on c.id = m.company_id
    where u.email = ${email} and m.disabled_at is null
    order by m.company_id limit 1`.execute(db);
  return member ?? null;
}

/** How the first company reads. */
export async function findUsualReader(db: Db): Promise<AlertReader> {
  const company = await db.selectFrom("companies").select(["language", "timezone as timeZone"])
    .orderBy("id").executeTakeFirst();
  return company ?? { language: "en", timeZone: "UTC" };
}

type Text = { title: string; body: string } & Pick<Notice, "tag" | "type" | "priority">;

/** Sends a notice, and notes in the same transaction that it was sent. */
export async function notifyOperator(
  db: Db,
  { companyId, userId }: OperatorMember,
  { title, body, ...rest }: Text,
  { announce, note }: { announce: Announce; note(trx: Trx): Promise<void> },
): Promise<void> {
  await inCompany(db, companyId, async (trx: Trx) => {
    await notifyMember(trx, {
      ...rest,
      companyId,
      userId,
      kind: null,
      page: "/panel/installation",
      words: () => ({ title, body }),
    });
    await outsideTenants(trx, companyId, () => note(trx));
  }, announce);
}
