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
import { invitedValues } from "@/lib/crm/events/invited/invited_values.ts";
import { checkLinks, inheritedLinks, lockParties } from "@/lib/records/links.ts";
import { touchOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import { eventFields } from "@/lib/crm/events/fields.ts";
import {
  horizonOf,
  insertSeries,
  makeOccurrences,
  nextDays,
  ruleFrom,
  ruleOf,
  type Series,
  valuesOf,
  wrongIn,
} from "@/lib/crm/events/series.ts";
import { clockOf, daysOf, type Span, spanOn } from "@/lib/crm/events/slots.ts";
import {
  type Actor,
  changeRecord,
  differences,
  insertRecord,
  type LocalActor,
  lockRecord,
} from "@/lib/records/records.ts";
import type { Rule } from "@/lib/crm/events/rule.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Text } from "@/lib/words/language.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { type Reader, readPage } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";

const dayMs = 86_400_000;
const usualDays = 30;

export type EventQuery = Omit<ListQuery, "sort"> & {
  sort?: ListQuery["sort"];
  from?: string;
  to?: string;
};

/**
 * Lists the events of a range; without one the trash, or all of one record, series or `q`.
 * @throws Problem invalid_range
 */
export async function listEvents(db: Db, reader: Reader, query: EventQuery) {
  const { table, newestFirst } = await eventTable(db, reader, query);
  const sort = query.sort ?? [{ column: "t.starts_at", descending: newestFirst }];
  const { rows, meta } = await readPage(db, reader, { ...query, sort } as ListQuery, {
    spec: eventList,
    table,
    rows: eventRows(db),
  });
  return { records: rows.map(toEvent), meta };
}

/** Rows among which the list finds its events. @throws Problem invalid_range */
export async function eventTable(db: Db, reader: Reader, query: EventQuery) {
  const { from, to, client_id, opportunity_id, contact_id, series_id, q } = query;
  const isNarrow = (client_id ?? opportunity_id ?? contact_id ?? series_id ?? q) !== undefined;
  const isTimeless = from === undefined && to === undefined && (query.deleted || isNarrow);
  const range = isTimeless ? undefined : await rangeOf(db, reader, { from, to });
  const table = db.selectFrom("events as t");
  return {
    table: range ? overlapping(table, range) : table,
    newestFirst: Boolean(isTimeless && !query.deleted),
  };
}

/** @throws Problem not_found */
export async function findEvent(db: Db, { companyId }: Tenant, id: number) {
  const row = await eventRows(db).where("t.company_id", "=", companyId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toEvent(row);
}

/**
 * Creates an event. One that repeats is answered as its first occurrence.
 * @throws Problem validation_failed
 */
export async function createEvent(
  trx: Trx,
  actor: LocalActor,
  { recurrence, invitation, ...fields }: EventCreate,
  now = currentTime(),
) {
  const { companyId } = actor;
  const invited = invitation && await invitedValues(trx, actor, invitation, now);
  const body = { ...fields, ...invited && { contact_id: fields.contact_id ?? invited.contactId } };
  const span = { ...body, all_day: body.all_day ?? false };
  const clock = clockOf(span, actor.timezone);
  const rule = recurrence && ruleFrom(recurrence, clock.day);
  refuseWrong({ ...wrongTimes(span), ...rule ? wrongIn(rule, clock.day, now) : {} });
  const links = await checkLinks(trx, { companyId }, body);
  if (invited && links.contact_id !== invited.contactId) {
    refuseWrong({ "invitation.message_id": inputWords.notInvited });
  }
  const values = {
    ...body,
    ...links,
    ...await inheritedLinks(trx, { companyId }, links),
    ...invited?.columns,
  };
  const series = rule && await newSeries(trx, actor, { rule, clock, now });
  const row = await insertRecord(trx, "events", actor, {
    ...values,
    ...series
      ? {
        ...spanOn(series.first_day, clock),
        series_id: series.id,
        original_day: series.first_day,
      }
      : {},
  });
  if (series) await makeOccurrences(trx, actor, series, series.days.slice(1));
  await touchOpportunity(trx, { companyId }, row.opportunity_id);
  await recordActivities(trx, actor, [{ verb: "created", ...about(row) }]);
  return await findEvent(trx, { companyId }, row.id);
}

/** @throws Problem validation_failed (the rule has no day) */
async function newSeries(
  trx: Trx,
  tenant: Tenant,
  { rule, clock, now }: { rule: Rule; clock: ReturnType<typeof clockOf>; now: Date },
) {
  const { value: first } = daysOf(rule, clock.day).next();
  if (!first) refuseWrong({ "recurrence.until": inputWords.untilBeforeStart });
  const horizon = horizonOf(rule, clock.time_zone, [now, first!]);
  const { days, through } = nextDays(rule, { first: first!, horizon });
  const values = { ...valuesOf(rule, clock), first_day: first!, made_through: through };
  return { ...await insertSeries(trx, tenant, values), days };
}

/**
 * Changes the event alone, also where it is an occurrence of a series.
 * @throws Problem not_found, version_conflict, validation_failed
 */
export async function changeEvent(
  trx: Trx,
  actor: Actor,
  id: number,
  patch: Omit<EventPatch, "recurrence">,
) {
  const { version, ...values } = patch;
  await lockParties(trx, actor, values);
  const before = await lockRecord(trx, "events", actor, id, { version });
  refuseWrong(wrongTimes({
    starts_at: values.starts_at ?? before.starts_at,
    ends_at: values.ends_at ?? before.ends_at,
  }));
  const wanted = { ...values, ...await checkLinks(trx, actor, values, before) };
  const isApart = before.series_id !== null &&
    Object.keys(differences(before as Record<string, unknown>, wanted)).length > 0;
  const { row, changes } = await changeRecord(trx, "events", actor, before, {
    ...wanted,
    ...isApart && { set_apart: true },
  });
  await recordChange(trx, actor, { ...about(row), changes });
  return await findEvent(trx, actor, id);
}

/** Moves it to the trash for 30 days. @throws Problem not_found */
export async function trashEvent(trx: Trx, actor: Actor, id: number) {
  return await trashRecord(trx, trashed, actor, id);
}

/**
 * An occurrence whose day its series has made again comes back as an event of its own.
 * @throws Problem not_found
 */
export async function restoreEvent(trx: Trx, actor: Actor, id: number) {
  await sql`
    update events t set series_id = null, original_day = null
    where t.company_id = ${actor.companyId} and t.id = ${id} and t.deleted_at is not null
      and exists (select from events o where o.company_id = t.company_id
        and o.series_id = t.series_id and o.original_day = t.original_day
        and o.deleted_at is null)`.execute(trx);
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

/** Errors in the times of an event, by field. */
export function wrongTimes(
  { starts_at, ends_at }: Pick<Span, "starts_at" | "ends_at">,
): Record<string, Text> {
  const days = (ends_at.getTime() - starts_at.getTime()) / dayMs;
  if (days < 0) return { ends_at: inputWords.endsBeforeStart };
  return days > longestDays ? { ends_at: inputWords.endsTooLate(longestDays) } : {};
}

/** @throws Problem validation_failed */
export function refuseWrong(fields: Record<string, Text>): void {
  if (Object.keys(fields).length > 0) throw problem("validation_failed", { fields });
}

interface Range {
  from: Date;
  to: Date;
}

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
    .$call(withRecord("opportunity")).$call(withRecord("contact"))
    .leftJoin(
      "event_series as s",
      (join) => join.onRef("s.company_id", "=", "t.company_id").onRef("s.id", "=", "t.series_id"),
    )
    .select(sql<Series | null>`case when s.id is not null then row_to_json(s) end`.as("series"));
}

type Row = Awaited<ReturnType<ReturnType<typeof eventRows>["execute"]>>[number];

const ofRow = recordMapper(eventFields);

function toEvent({ series, ...row }: Row) {
  return ofRow({
    ...row,
    recurrence: series && ruleOf(series),
    original_start: series && spanOn(row.original_day!, series).starts_at,
  });
}
