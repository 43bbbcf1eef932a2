import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

export interface NextStep {
  noun: "task" | "event";
  id: number;
  title: string;
  /** Null for a task without a day. */
  at: Date | null;
  assignee: string | null;
}

interface Subject {
  column: "contact_id" | "opportunity_id";
  id: number;
}

const most = 8;

/** Open tasks and coming events of a record, the nearest first. One statement. */
export async function readNextSteps(
  db: Db,
  { companyId }: Tenant,
  { column, id }: Subject,
  now: Date,
): Promise<NextStep[]> {
  const { rows } = await sql<NextStep>`
    select s.noun, s.id, s.title, s.at, coalesce(u.name, u.email) as assignee
    from (
      select 'task' as noun, id, title, due_at as at, assignee_id from tasks
      where company_id = ${companyId} and ${sql.ref(column)} = ${id}
        and status <> 'done' and deleted_at is null
      union all
      select 'event', id, title, starts_at, assignee_id from events
      where company_id = ${companyId} and ${sql.ref(column)} = ${id}
        and ends_at > ${now} and deleted_at is null
    ) s
    left join users u on u.id = s.assignee_id
    order by s.at nulls last, s.noun, s.id limit ${most}`.execute(db);
  return rows;
}
