import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { withMember, withRecord } from "@/lib/records/joins.ts";
import { recordActivities, recordChange } from "@/lib/records/activities.ts";
import { type Noun, restoreRecord, trashRecord } from "@/lib/records/trash.ts";
import {
  type EventCreate,
  eventList,
  type EventPatch,
  longestDays,
  maxDays,
} from "@/lib/crm/events/event.ts";
import { checkLinks, inheritedLinks, lockParties } from "@/lib/records/links.ts";
import { touchOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import { eventFields } from "@/lib/crm/events/fields.ts";
import { type Actor, changeRecord, insertRecord, lockRecord } from "@/lib/records/records.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { type Reader, readPage } from "@/lib/records/lists.ts";

const dayMs = 86_400_000;
const usualDays = 30;

export type EventQuery = Omit<ListQuery, "sort"> & {
  sort?: ListQuery["sort"];
  from?: string;
  to?: string;
};

/** Without a range: the trash, or all events of one record. @throws Problem invalid_range */
export async function listEvents(db: Db, reader: Reader, asked: EventQuery) {
  const { table, newestFirst } = await eventTable(db, reader, asked);
  const sort = asked.sort ?? [{ column: "t.starts_at", descending: newestFirst }];
  const { rows, meta } = await readPage(db, reader, { ...asked, sort } as ListQuery, {
    spec: eventList,
    table,
    rows: eventRows(db),
  });
  return { records: rows.map(toEvent), meta };
}

/** Where the list finds its events. @throws Problem invalid_range */
export async function eventTable(db: Db, reader: Reader, asked: EventQuery) {
  const { from, to, client_id, opportunity_id, contact_id } = asked;
  const isAboutOne = (client_id ?? opportunity_id ?? contact_id) !== undefined;
  const isTimeless = from === undefined && to === undefined && (asked.deleted || isAboutOne);
  const range = isTimeless ? undefined : await rangeOf(db, reader, { from, to });
  const table = db.selectFrom("events as t");
  return {
    table: range ? overlapping(table, range) : table,
    newestFirst: Boolean(isTimeless && !asked.deleted),
  };
}

/** @throws Problem not_found */
export async function findEvent(db: Db, { companyId }: Tenant, id: number) {
  const row = await eventRows(db).where("t.company_id", "=", companyId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toEvent(row);
}

/** @throws Problem validation_failed */
export async function createEvent(trx: Trx, actor: Actor, body: EventCreate) {
  const { companyId } = actor;
  checkTimes(body);
  const links = await checkLinks(trx, { companyId }, body);
  const row = await insertRecord(trx, "events", actor, {
    ...body,
    ...links,
    ...await inheritedLinks(trx, { companyId }, links),
  });
  await touchOpportunity(trx, { companyId }, row.opportunity_id);
  await recordActivities(trx, actor, [{ verb: "created", ...about(row) }]);
  return await findEvent(trx, { companyId }, row.id);
}

/** @throws Problem not_found, version_conflict, validation_failed */
export async function changeEvent(trx: Trx, actor: Actor, id: number, patch: EventPatch) {
  const { version, ...values } = patch;
  await lockParties(trx, actor, values);
  const before = await lockRecord(trx, "events", actor, id, { version });
  checkTimes({
    starts_at: values.starts_at ?? before.starts_at,
    ends_at: values.ends_at ?? before.ends_at,
  });
  const links = await checkLinks(trx, actor, values, before);
  const { row, changes } = await changeRecord(trx, "events", actor, before, {
    ...values,
    ...links,
  });
  await recordChange(trx, actor, { ...about(row), changes });
  return await findEvent(trx, actor, id);
}

/** Moves it to the trash for 30 days. @throws Problem not_found */
export async function trashEvent(trx: Trx, actor: Actor, id: number) {
  return await trashRecord(trx, trashed, actor, id);
}

/** @throws Problem not_found */
export async function restoreEvent(trx: Trx, actor: Actor, id: number) {
  return await restoreRecord(trx, trashed, actor, id);
}

const trashed: Noun<"events", Awaited<ReturnType<typeof findEvent>>> = {
  table: "events",
  find: findEvent,
  about,
};

function about({ id, client_id }: { id: number; client_id: number | null }) {
  return { subject: { event_id: id }, clientId: client_id };
}

function checkTimes({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) {
  const days = (ends_at.getTime() - starts_at.getTime()) / dayMs;
  if (days >= 0 && days <= longestDays) return;
  const words = days < 0 ? inputWords.endsBeforeStart : inputWords.endsTooLate(longestDays);
  throw problem("validation_failed", { fields: { ends_at: words } });
}

interface Range {
  from: Date;
  to: Date;
}

/** The range as instants in the company's time zone, end excluded. */
async function rangeOf(
  db: Db,
  { timezone }: Reader,
  { from, to }: { from?: string; to?: string },
): Promise<Range> {
  const today = sql`(now() at time zone ${timezone})::date`;
  const at = (text: string, shift: number) =>
    text.length === 10
      ? sql`(${text}::date + ${shift}::int)::timestamp at time zone ${timezone}`
      : sql`${text}::timestamptz`;
  const days = sql`make_interval(days => ${usualDays})`;
  const end = to && at(to, 1);
  const start = from ? at(from, 0) : end ? sql`${end} - ${days}` : sql`${today}::timestamp
    at time zone ${timezone}`;
  const { rows } = await sql<Range>`
    select ${start} as "from", ${end ?? sql`${start} + ${days}`} as "to"`.execute(db);
  const range = rows[0]!;
  // The range may be an hour longer where the clocks go back.
  const length = range.to.getTime() - range.from.getTime();
  if (length <= 0 || length > maxDays * dayMs + 3_600_000) throw problem("invalid_range");
  return range;
}

// Includes events without length at the range's beginning. The first condition follows from the
// others and from `longestDays`; the index on the start needs it.
function overlapping<Q>(query: Q, { from, to }: Range): Q {
  const earliest = new Date(from.getTime() - longestDays * dayMs);
  // deno-lint-ignore no-explicit-any
  return (query as any)
    .where("t.starts_at", ">=", earliest).where("t.starts_at", "<", to)
    .where(sql<boolean>`(t.ends_at > ${from} or t.starts_at >= ${from})`);
}

function eventRows(db: Db) {
  return db.selectFrom("events as t")
    .selectAll("t").$call(withMember("assignee")).$call(withRecord("client"))
    .$call(withRecord("opportunity")).$call(withRecord("contact"));
}

type Row = Awaited<ReturnType<ReturnType<typeof eventRows>["execute"]>>[number];

const ofRow = recordMapper(eventFields);

function toEvent(row: Row) {
  return ofRow(row);
}
