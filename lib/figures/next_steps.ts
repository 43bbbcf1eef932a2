import { type RawBuilder, sql } from "kysely";
import { type Person, personIn } from "@/lib/access/people.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { madeOf } from "@/lib/sales/quotes/made_of_contact.ts";

export interface NextStep {
  noun: "task" | "event";
  id: number;
  title: string;
  /** Instant of the step; null for a task without a day. */
  at: Date | null;
  assignee: Person | null;
}

interface Subject {
  column: "contact_id" | "opportunity_id";
  id: number;
}

const most = 8;

/** Open tasks and coming events of a record, the nearest first, of a series the next. One statement. */
export async function readNextSteps(
  db: Db,
  tenant: Tenant,
  subject: Subject,
  now: Date,
): Promise<NextStep[]> {
  return (await stepsOf(tenant, subject, now).execute(db)).rows;
}

export type ContactOpportunities = Awaited<ReturnType<ReturnType<typeof madeOf>["execute"]>>;

/** Opportunities of a contact with their quotations, and its next steps. One statement. */
export async function readContactWork(db: Db, tenant: Tenant, contactId: number, now: Date) {
  const steps = stepsOf(tenant, { column: "contact_id", id: contactId }, now);
  const { rows: [work] } = await sql<{ made: ContactOpportunities; steps: NextStep[] }>`
    select (select coalesce(json_agg(m), '[]') from (${madeOf(db, tenant, contactId)}) m) as made,
      (select coalesce(json_agg(n), '[]') from (${steps}) n) as steps`.execute(db);
  const { made, steps: planned } = work!;
  return {
    made,
    steps: planned.map((step) => ({ ...step, at: step.at && new Date(step.at) })),
  };
}

function stepsOf({ companyId }: Tenant, { column, id }: Subject, now: Date): RawBuilder<NextStep> {
  return sql<NextStep>`
    select s.noun, s.id, s.title, s.at, ${personIn("s", "assignee_id")} as assignee
    from (
      select company_id, 'task' as noun, id, title, due_at as at, assignee_id from tasks
      where company_id = ${companyId} and ${sql.ref(column)} = ${id}
        and status <> 'done' and deleted_at is null
      union all
      select company_id, 'event', id, title, starts_at, assignee_id from (
        select *, row_number() over (partition by series_id order by starts_at, id) as nth
        from events where company_id = ${companyId} and ${sql.ref(column)} = ${id}
          and ends_at > ${now} and deleted_at is null
      ) e where series_id is null or nth = 1
    ) s
    order by s.at nulls last, s.noun, s.id limit ${most}`;
}
