import { type RawBuilder, sql } from "kysely";
import type { Address, ForwardedMail, MailFacts } from "@/lib/db/tables/channels.ts";
import {
  type CalendarEvent,
  inCalendar,
} from "@/lib/crm/contacts/conversation/invitation/in_calendar.ts";
import {
  atNextDate,
  invitationOf,
  type StoredEvent,
} from "@/lib/crm/contacts/conversation/invitation/invited.ts";
import { shownAddress, shownMailbox } from "@/lib/records/shown_address.ts";
import { currentTime } from "@/lib/tools/clock.ts";

interface MailRow {
  facts: MailFacts;
  hasHtml: boolean;
  isSuperseded: boolean;
  calendar: readonly CalendarEvent[] | null;
}

/** Headers and invitation of a mail, in the API's shape. */
export function toMail({ facts, hasHtml, ...row }: MailRow, now = currentTime()) {
  const { to, cc, recipients, replyTo, isVerified, remotePictures, sentBy, isBulk } = facts;
  return {
    to: to.map(shownMailbox),
    cc: cc.map(shownMailbox),
    recipients,
    reply_to: replyTo && shownMailbox(replyTo),
    delivered_to: (facts.deliveredTo ?? []).map(shownAddress),
    sent_by: sentBy ? shownMailbox(sentBy) : null,
    bulk: isBulk ?? false,
    verified: isVerified,
    signed: facts.isSigned ?? false,
    remote_pictures: remotePictures,
    has_html: hasHtml,
    invitation: toInvitation(facts, row, now),
    forwarded: facts.forwarded ? toForwarded(facts.forwarded) : null,
  };
}

export function toPerson(person: Address | null): Address | null {
  return person?.email ? { ...person, email: shownAddress(person.email) } : person;
}

function toForwarded({ person, subject, date, text, filed }: ForwardedMail) {
  return {
    person: shownMailbox(person),
    subject,
    date,
    text,
    filed_from: filed?.contactId ?? null,
  };
}

function toInvitation(
  facts: MailFacts,
  { isSuperseded, calendar }: Pick<MailRow, "isSuperseded" | "calendar">,
  now: Date,
) {
  const invitation = invitationOf(facts);
  if (!invitation) return null;
  const { method, events: [first, ...more], count } = invitation;
  const place = { isSuperseded, calendar: calendar ?? [], now };
  return {
    method,
    ...toEvent(first!, place),
    uid: first!.uid,
    sequence: first!.sequence ?? 0,
    superseded: isSuperseded,
    more: more.map((event) => toEvent(event, place)),
    count,
  };
}

interface Place {
  isSuperseded: boolean;
  calendar: readonly CalendarEvent[];
  now: Date;
}

function toEvent(event: StoredEvent, { isSuperseded, calendar, now }: Place) {
  const { title, place, isAllDay, isCancelled = false } = event;
  const { startsAt, endsAt, isOver } = atNextDate(event, now);
  return {
    title,
    place,
    starts_at: startsAt,
    ends_at: endsAt,
    all_day: isAllDay,
    cancelled: isCancelled,
    repeats: toRepeat(event, isOver),
    calendar: toCalendar(inCalendar(event, calendar, { isSuperseded, now })),
  };
}

function toRepeat({ repeat }: StoredEvent, isOver: boolean) {
  if (!repeat) return null;
  const { freq, every, weekdays, monthDay, nth, until, count } = repeat;
  return {
    freq,
    interval: every,
    by_weekday: weekdays,
    by_month_day: monthDay,
    nth_weekday: nth && { nth: nth.place, weekday: nth.weekday },
    until,
    count,
    over: isOver,
  };
}

function toCalendar(entry: ReturnType<typeof inCalendar>) {
  if (!entry) return null;
  const { id, version, startsAt, endsAt, isAllDay, place } = entry.event;
  return {
    event_id: id,
    version,
    standing: entry.standing,
    starts_at: new Date(startsAt).toISOString(),
    ends_at: new Date(endsAt).toISOString(),
    all_day: isAllDay,
    place,
  };
}

const mostCompared = 200;

/** Whether a later version of an event has come in a mail of the same contact (RFC 5546, 2.1.5). */
export function isSuperseded(table: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const value = (mail: RawBuilder<unknown>, name: string) =>
    sql`${mail} -> 'invitation' ->> ${name}`;
  const version = (mail: RawBuilder<unknown>) =>
    sql`(coalesce((${value(mail, "sequence")})::int, 0), coalesce(${
      value(mail, "stampedAt")
    }, ''))`;
  const organizer = (mail: RawBuilder<unknown>) =>
    sql`${mail} #>> '{invitation,organizer,address}'`;
  const [own, other] = [column("mail"), sql.ref("later.mail")];
  return sql<boolean>`
    case when ${value(own, "uid")} is null or ${value(own, "method")} = 'reply' then false
    else exists (
      select from (
        select m.id, m.mail from contact_messages m
        where m.company_id = ${column("company_id")} and m.contact_id = ${column("contact_id")}
          and m.deleted_at is null
        order by m.sent_at desc, m.id desc limit ${mostCompared}) later
      where later.id <> ${column("id")} and ${value(other, "uid")} = ${value(own, "uid")}
        and ${value(other, "occurrence")} is not distinct from ${value(own, "occurrence")}
        and ${organizer(other)} is not distinct from ${organizer(own)}
        and ${value(other, "method")} <> 'reply' and ${version(other)} > ${version(own)}
    ) end`;
}
