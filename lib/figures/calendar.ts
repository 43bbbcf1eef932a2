import { sql } from "kysely";
import { longestDays } from "@/lib/crm/events/event.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Assignee } from "@/lib/input/list.ts";
import { withMember, withRecord } from "@/lib/records/joins.ts";
import { isWith } from "@/lib/records/listing/conditions.ts";
import type { Reader } from "@/lib/records/lists.ts";

/** Events, tasks or quotations in one calendar. */
export const maxShown = 1_000;

const dayMs = 86_400_000;

export interface CalendarQuery {
  /** Instants, the second not counted. */
  from: Date;
  to: Date;
  /** The same range as days, both counted. */
  days: [first: string, last: string];
  assignees?: Assignee[];
  types?: string[];
}

/** Events that overlap the range, by their start. One statement; more than `maxShown` are cut. */
export async function readCalendarEvents(db: Db, reader: Reader, calendarQuery: CalendarQuery) {
  const { from, to, assignees, types } = calendarQuery;
  const earliest = new Date(from.getTime() - longestDays * dayMs);
  const rows = await db.selectFrom("events as t")
    .select(["t.id", "t.version", "t.title", "t.type", "t.starts_at", "t.ends_at", "t.all_day"])
    .select(["t.location", "t.series_id"])
    .$call(withMember("assignee")).$call(withRecord("client"))
    .where("t.company_id", "=", reader.companyId).where("t.deleted_at", "is", null)
    // The first follows from the others and from the longest event; the index needs it.
    .where("t.starts_at", ">=", earliest).where("t.starts_at", "<", to)
    .where(sql<boolean>`(t.ends_at > ${from} or t.starts_at >= ${from})`)
    .$if(
      assignees !== undefined,
      (query) => query.where(isWith(sql.ref("t.assignee_id"), assignees!, reader)),
    )
    .$if(types !== undefined, (query) => query.where(sql<boolean>`t.type in (${sql.join(types!)})`))
    .orderBy("t.starts_at").orderBy("t.id").limit(maxShown + 1).execute();
  return cut(rows);
}

/** Open tasks that are due in the range. One statement; more than `maxShown` are cut. */
export async function readCalendarTasks(db: Db, reader: Reader, calendarQuery: CalendarQuery) {
  const { from, to, assignees } = calendarQuery;
  const rows = await db.selectFrom("tasks as t")
    .select(["t.id", "t.title", "t.due_at", "t.due_all_day"]).$narrowType<{ due_at: Date }>()
    .$call(withMember("assignee"))
    .where("t.company_id", "=", reader.companyId).where("t.deleted_at", "is", null)
    .where("t.status", "in", ["pending", "in_progress"])
    .where("t.due_at", ">=", from).where("t.due_at", "<", to)
    .$if(
      assignees !== undefined,
      (query) => query.where(isWith(sql.ref("t.assignee_id"), assignees!, reader)),
    )
    .orderBy("t.due_at").orderBy("t.id").limit(maxShown + 1).execute();
  return cut(rows);
}

/**
 * Sent quotations whose last day is in the range; they belong to the opportunity's assignee. One
 * statement; more than `maxShown` are cut.
 */
export async function readCalendarQuotes(db: Db, reader: Reader, calendarQuery: CalendarQuery) {
  const { days: [first, last], assignees } = calendarQuery;
  const rows = await db.selectFrom("quotes as t")
    .innerJoin(
      "opportunities as o",
      (join) =>
        join.onRef("o.company_id", "=", "t.company_id").onRef("o.id", "=", "t.opportunity_id"),
    )
    .select(["t.id", "t.number", "t.title", "t.valid_until"]).$call(withRecord("client"))
    .where("t.company_id", "=", reader.companyId).where("t.deleted_at", "is", null)
    .where("t.status", "=", "sent")
    .where(sql<boolean>`t.valid_until between ${first}::date and ${last}::date`)
    .$if(
      assignees !== undefined,
      (query) => query.where(isWith(sql.ref("o.assignee_id"), assignees!, reader)),
    )
    .orderBy("t.valid_until").orderBy("t.id").limit(maxShown + 1).execute();
  return cut(rows);
}

function cut<Row>(rows: Row[]): { rows: Row[]; isCut: boolean } {
  return { rows: rows.slice(0, maxShown), isCut: rows.length > maxShown };
}
