import { type RawBuilder, sql } from "kysely";
import { addDays, dayIn, nextMonday } from "@/lib/values/dates.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { withLookup, withMember, withRecord } from "@/lib/records/joins.ts";
import { recordActivities, recordChange } from "@/lib/records/activities.ts";
import { type Noun, restoreRecord, trashRecord } from "@/lib/records/trash.ts";
import { checkLinks, inheritedLinks, lockParties, ownerOf } from "@/lib/records/links.ts";
import { notifyAssignedTask } from "@/lib/crm/notices/notices.ts";
import { touchOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import {
  choosePosition,
  type Column,
  lockTaskColumns,
  setPosition,
} from "@/lib/records/position.ts";
import {
  type Actor,
  changeRecord,
  type Changes,
  insertRecord,
  lockRecord,
} from "@/lib/records/records.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import type { TaskDueState } from "@/lib/crm/tasks/bucket.ts";
import {
  type TaskCreate,
  taskList,
  type TaskPatch,
  type TaskStatus,
} from "@/lib/crm/tasks/task.ts";
import { problem } from "@/lib/input/errors.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { beginOf, isDue } from "@/lib/records/listing/conditions.ts";
import { FirstPages } from "@/lib/records/listing/first_pages.ts";
import { listRecords } from "@/lib/records/listing/listing.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export async function listTasks(db: Db, reader: Reader, query: ListQuery) {
  return await listRecords(db, reader, query, taskListing(db, reader, query));
}

const firstPages = new FirstPages();

export function taskListing(db: Db, reader: Reader, { due }: ListQuery, now = currentTime()) {
  const table = db.selectFrom("tasks as t").$if(
    due !== undefined,
    (query) =>
      query.where("t.status", "in", ["pending", "in_progress"])
        .where(isTaskDue(due as TaskDueState, reader, now)),
  );
  return {
    spec: taskList,
    table,
    get rows() {
      return taskRows(db);
    },
    show: toTask,
    firstPages,
  };
}

/** Matches open tasks by their due time. The week begins on Monday. */
export function isTaskDue(state: TaskDueState, reader: Reader, now: Date): RawBuilder<boolean> {
  const { timezone } = reader;
  const today = dayIn(timezone, now);
  const [tomorrow, monday] = [
    beginOf(addDays(today, 1), timezone),
    beginOf(nextMonday(today), timezone),
  ];
  switch (state) {
    case "overdue":
      return isOverdue(reader, now);
    case "week":
      return sql<boolean>`(t.due_at >= ${tomorrow} and t.due_at < ${monday})`;
    case "after_week":
      return sql<boolean>`t.due_at >= ${monday}`;
    default:
      return isDue(sql.ref("t.due_at"), state, { timezone, now });
  }
}

/** Task `t` is open and past its hour, or past its day if it has none. */
export function isOverdue({ timezone }: Reader, now: Date) {
  return sql<boolean>`(t.due_at < case when t.due_all_day
    then ${beginOf(dayIn(timezone, now), timezone)} else ${now}::timestamptz end)`;
}

/** @throws Problem not_found */
export async function findTask(db: Db, { companyId }: Tenant, id: number) {
  const row = await taskRows(db).where("t.company_id", "=", companyId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toTask(row);
}

/**
 * Creates it on top of its column. @throws Problem validation_failed (a link to no record of the
 * company)
 */
export async function createTask(trx: Trx, actor: Actor, body: TaskCreate) {
  const links = await checkLinks(trx, actor, body);
  const { checklist, status = "pending", ...values } = body;
  const row = await insertRecord(trx, "tasks", actor, {
    ...values,
    ...links,
    ...await inheritedLinks(trx, actor, links),
    assignee_id: await ownerOf(trx, actor, { assignee_id: body.assignee_id }),
    status,
    ...doneWhen(actor, status),
    ...stored(checklist),
    position: await choosePosition(trx, columnOf(actor, status), 0),
  });
  await touchOpportunity(trx, actor, row.opportunity_id);
  await recordActivities(trx, actor, [{ verb: "created", ...about(row) }]);
  await notifyAssignedTask(trx, actor, row, { assignee_id: [null, row.assignee_id] });
  return await findTask(trx, actor, row.id);
}

/**
 * Any status may follow any other. `done` records when and by whom; leaving it clears that. A new
 * status puts the task on top of its column unless a neighbour is named.
 * @throws Problem not_found, version_conflict, validation_failed
 */
export async function changeTask(trx: Trx, actor: Actor, id: number, patch: TaskPatch) {
  const { version, before_id, after_id, checklist, ...values } = patch;
  const hasNeighbour = before_id !== undefined || after_id !== undefined;
  await lockParties(trx, actor, values);
  if (hasNeighbour) await lockTaskColumns(trx, actor);
  const find = () => findTask(trx, actor, id);
  const before = await lockRecord(trx, "tasks", actor, id, { version, find });
  const links = await checkLinks(trx, actor, values, before);
  const status = values.status ?? before.status;
  const moved = status !== before.status;
  const column = columnOf(actor, status);
  const position = hasNeighbour || moved
    ? await choosePosition(trx, column, id, { before_id, after_id })
    : before.position;
  const { row, changes } = await changeRecord(trx, "tasks", actor, before, {
    ...values,
    ...links,
    ...stored(checklist),
    ...(moved ? { ...doneWhen(actor, status), position } : {}),
  });
  if (hasNeighbour && !moved) await setPosition(trx, column, id, position);
  if (moved) await touchOpportunity(trx, actor, row.opportunity_id);
  await recordTaskChange(trx, actor, row, changes);
  await notifyAssignedTask(trx, actor, row, changes);
  return await findTask(trx, actor, id);
}

/** @throws Problem not_found */
export async function trashTask(trx: Trx, actor: Actor, id: number) {
  return await trashRecord(trx, trashed, actor, id);
}

/** @throws Problem not_found */
export async function restoreTask(trx: Trx, actor: Actor, id: number) {
  return await restoreRecord(trx, trashed, actor, id);
}

const trashed: Noun<"tasks", Awaited<ReturnType<typeof findTask>>> = {
  table: "tasks",
  find: findTask,
  about,
};

// The activity already has when and by whom a task was done.
async function recordTaskChange(
  trx: Trx,
  actor: Actor,
  row: { id: number; client_id: number | null; status: TaskStatus },
  { done_at: _at, done_by: _by, ...changes }: Changes,
) {
  const verb = changes.status && row.status === "done" ? "done" : "changed";
  if (verb === "changed") return await recordChange(trx, actor, { ...about(row), changes });
  await recordActivities(trx, actor, [{ verb, ...about(row), changes }]);
}

function about({ id, client_id }: { id: number; client_id: number | null }) {
  return { subject: { task_id: id }, clientId: client_id };
}

/** A checklist in jsonb's key order, so that an equal one counts as unchanged. */
function stored(checklist: TaskCreate["checklist"]) {
  if (checklist === undefined) return {};
  return { checklist: JSON.stringify(checklist.map(({ done, text }) => ({ done, text }))) };
}

function columnOf({ companyId }: Actor, status: TaskStatus): Column {
  return { table: "tasks", companyId, status };
}

function doneWhen({ userId }: Actor, status: TaskStatus) {
  return status === "done"
    ? { done_at: currentTime(), done_by: userId }
    : { done_at: null, done_by: null };
}

export function taskRows(db: Db) {
  return db.selectFrom("tasks as t")
    .selectAll("t").$call(withMember("assignee")).$call(withMember("doer", "t.done_by"))
    .$call(withRecord("client")).$call(withLookup("contact"))
    .$call(withRecord("opportunity")).$call(withRecord("sale"));
}

type Row = Awaited<ReturnType<ReturnType<typeof taskRows>["execute"]>>[number];

const ofRow = recordMapper(taskFields);

export function toTask(row: Row) {
  return ofRow(row);
}
