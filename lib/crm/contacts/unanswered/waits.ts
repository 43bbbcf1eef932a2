import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { hasKey, idRows, keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { isInVain, isWaiting } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { workingClock } from "@/lib/values/opening_hours.ts";

/** A contact, and since when somebody waits for an answer in it. */
export interface Wait {
  id: number;
  since: Date | null;
  due: Date | null;
  /** Whether members were notified of this wait. */
  isNotified: boolean;
}

/** Contacts by their ids, or `t` of a condition. */
type Chosen = { ids: readonly number[] } | { where: RawBuilder<unknown> };

/** Their wait begins with the first message after the last answer. */
export async function readWaits(
  db: Db,
  { companyId }: Tenant,
  chosen: Chosen,
): Promise<Wait[]> {
  const [contacts, where] = "ids" in chosen
    ? [
      sql`${idRows(chosen.ids, "int")} k cross join ${
        lookUp(sql`select * from contacts where company_id = ${companyId} and id = k.id`)
      }`,
      sql`true`,
    ]
    : [sql`contacts`, chosen.where];
  const { rows } = await sql<Wait>`
    select t.id, w.since, t.answer_due_at as due,
      coalesce(t.overdue_since >= w.since, false) as "isNotified"
    from ${contacts} t
    left join lateral (
      select date_trunc('milliseconds', min(m.sent_at)) as since from contact_messages m
      where m.company_id = t.company_id and m.contact_id = t.id and m.deleted_at is null
        and m.direction = 'in' and (t.converted_at is null or t.first_response_at is null
          or m.sent_at > t.converted_at)
        and m.sent_at > coalesce((
          select max(o.sent_at) from contact_messages o
          where o.company_id = t.company_id and o.contact_id = t.id and o.deleted_at is null
            and o.direction = 'out' and not ${isInVain("o")}), '-infinity')
    ) w on t.deleted_at is null and t.erased_at is null and not t.is_spam and not t.held
      and ${isWaiting}
    where t.company_id = ${companyId} and ${where}
    order by t.id`.execute(db);
  return rows;
}

export type Rule = (since: Date) => Date | null;

/** Reads the rule that dates the answer to a wait; null where the company has none. */
export async function readRule(db: Db, { companyId }: Tenant): Promise<Rule | null> {
  const { unanswered_minutes: minutes, opening_hours, closed_days, timezone } = await db
    .selectFrom("companies")
    .select(["unanswered_minutes", "opening_hours", "closed_days", "timezone"])
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  if (minutes === null) return null;
  return workingClock({ hours: opening_hours, closedDays: closed_days, timezone }, minutes);
}

interface Due {
  id: number;
  due: Date | null;
}

export async function setDue(db: Db, { companyId }: Tenant, dues: readonly Due[]): Promise<void> {
  if (dues.length === 0) return;
  await sql`
    update contacts t set answer_due_at = d.due
    from ${keyRows(dues, { id: "int", due: "timestamptz" })} d
    where t.company_id = ${companyId} and ${hasKey(["t.id"], ["d.id"])}
      and t.answer_due_at is distinct from d.due`.execute(db);
}
