import { shownName } from "@/lib/values/shown_name.ts";
import { type Selectable, sql } from "kysely";
import { toDelivery } from "@/lib/channels/out/deliveries.ts";
import {
  type CalendarEvent,
  calendarEvents,
} from "@/lib/crm/contacts/conversation/invitation/in_calendar.ts";
import { isSuperseded, toMail, toPerson } from "@/lib/crm/contacts/conversation/mail_record.ts";
import {
  answered,
  type MetaColumns,
  toMetaFields,
} from "@/lib/crm/contacts/conversation/meta_record.ts";
import type { Address, MailFacts } from "@/lib/db/tables/channels.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";
import { type FileRecord, toFiles } from "@/lib/files/file.ts";
import { filesOf } from "@/lib/files/files.ts";
import type { Language } from "@/lib/words/language.ts";
import type { Db } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { isWaiting } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import type { Direction, FormMeta } from "@/lib/crm/contacts/message.ts";

export interface ThreadEntry extends ThreadMeta {
  kind: "message" | "note";
  id: number;
  at: Date;
  direction: Direction;
  body: string;
  contact_id: number;
  /** Letters that were left out of `body`. */
  rest: number;
  author: string | null;
  meta: FormMeta | null;
  channel: Selectable<Contacts>["channel"] | null;
  via: string | null;
  via_id: number | null;
  files: FileRecord[];
  delivery: ReturnType<typeof toDelivery>;
  /** Headers and state of a mail; null for other messages and notes. */
  mail: ThreadMail | null;
  cursor: string;
}

/** What messages by WhatsApp, Instagram and Facebook have beside their text. */
export type ThreadMeta = ReturnType<typeof toMetaFields>;

export interface ThreadMail extends ReturnType<typeof toMail> {
  subject: string | null;
  from: Address | null;
  quoted: string | null;
  /** Letters that were left out of `quoted`. */
  quotedRest: number;
  /** Whether all of it was asked for. */
  isWhole: boolean;
  /** A member's choice of the person that mails of that sender come from. */
  answersTo: "from" | "reply_to" | null;
}

interface ThreadQuery {
  most: number;
  /** The message that is read with all of its letters. */
  whole?: number;
  /** The `cursor` of the entry that the page before ended with. */
  before?: string;
}

const lettersShown = 5_000;
const quotedShown = 1_000;

/** The newest `most` messages and notes, oldest first, and the total. One statement. */
export async function readThread(
  db: Db,
  { companyId, language }: Tenant & { language: Language },
  contacts: number | number[],
  { most, whole = 0, before }: ThreadQuery,
): Promise<{ entries: ThreadEntry[]; total: number }> {
  const ids = [contacts].flat();
  const { rows } = await sql<ThreadRow>`
    with entries as (
      select 'message' as kind, id::int, sent_at as at, direction, body, author_id, meta, channel,
        via_id, company_id, contact_id, subject, sender, quoted, mail, html is not null as has_html
      from contact_messages
      where company_id = ${companyId} and contact_id = any(${ids}::int[]) and deleted_at is null
      union all
      select 'note', id::int, created_at, 'note', body, author_id, null, null, null, company_id,
        contact_id, null, null, null, null, false
      from notes
      where company_id = ${companyId} and contact_id = any(${ids}::int[]) and deleted_at is null
    ), page as (
      select *, count(*) over () as total,
        lower(coalesce(mail #>> '{sentBy,address}', sender ->> 'email')) as writer
      from entries where ${isBefore(before)}
      order by at desc, kind desc, id desc limit ${most}
    )
    select e.kind, e.id, e.at, e.contact_id, e.direction, e.meta, e.channel, e.total,
      concat_ws(' ', (extract(epoch from e.at) * 1000000)::bigint, e.kind, e.id) as cursor,
      via.name as via, e.via_id,
      case when e.id = ${whole} then e.body else left(e.body, ${lettersShown}) end as body,
      case when e.id = ${whole} then 0 else greatest(length(e.body) - ${lettersShown}, 0) end
        as rest,
      e.subject, e.sender, e.mail as facts, e.has_html, ${isSuperseded("e")} as is_superseded,
      ${calendarEvents("e")} as calendar, s.answers_to,
      case when e.id = ${whole} then e.quoted else left(e.quoted, ${quotedShown}) end as quoted,
      case when e.id = ${whole} then 0 else greatest(length(e.quoted) - ${quotedShown}, 0) end
        as quoted_rest,
      o.state, o.state_at, o.attempts, o.due_at, o.error, o.recipients, o.code, o.note, o.charged,
      t.reactions, t.edited_at, t.earlier, t.unsent_at, t.source, t.content, t.template, t.part,
      ${answered} as answers,
      case when e.kind = 'message' then ${filesOf("e", "message_id")}
        else ${filesOf("e", "note_id")} end as files,
      coalesce(${shownName("u", "w")}, u.email) as author
    from page e
    left join ${
    lookUp(sql`select * from contact_messages where company_id = e.company_id and id = e.id`)
  } t on e.kind = 'message'
    left join users u on u.id = e.author_id
    left join user_companies w on w.company_id = e.company_id and w.user_id = e.author_id
    left join ${
    lookUp(sql`select answers_to from mail_senders where company_id = e.company_id
      and address = e.writer`)
  } s on e.direction = 'in'
    left join channel_accounts via on via.company_id = e.company_id and via.id = e.via_id
    left join ${
    lookUp(sql`select * from outbox where company_id = e.company_id and message_id = e.id`)
  } o on e.kind = 'message'
    order by e.at desc, e.kind desc, e.id desc`.execute(db);
  const entries = rows.map((row) => toThreadEntry(row, { language, whole })).reverse();
  return { entries, total: Number(rows[0]?.total ?? 0) };
}

/** Compares in microseconds, as the database has them. */
function isBefore(cursor: string | undefined) {
  const [, at, kind, id] = /^(\d{1,17}) (message|note) (\d{1,10})$/.exec(cursor ?? "") ?? [];
  if (!at) return sql<boolean>`true`;
  return sql<boolean>`(at, kind, id) <
    (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${kind}::text, ${id}::bigint)`;
}

type ThreadRow =
  & Omit<ThreadEntry, "files" | "delivery" | "mail" | keyof ThreadMeta>
  & MetaColumns
  & Parameters<typeof toDelivery>[0]
  & { total: number; files: Parameters<typeof toFiles>[0] }
  & MailRow;

interface MailRow {
  facts: MailFacts | null;
  subject: string | null;
  sender: Address | null;
  quoted: string | null;
  quoted_rest: number | null;
  has_html: boolean;
  is_superseded: boolean;
  calendar: CalendarEvent[] | null;
  answers_to: "from" | "reply_to" | null;
}

function toThreadEntry(
  row: ThreadRow,
  { language, whole }: { language: Language; whole: number },
): ThreadEntry {
  const { total: _, files, state, state_at, attempts, due_at, error, recipients, ...others } = row;
  const {
    code,
    note,
    charged,
    facts,
    subject,
    sender,
    quoted,
    quoted_rest,
    has_html,
    is_superseded,
    calendar,
    answers_to,
    ...entry
  } = others;
  const delivery = toDelivery(
    { state, state_at, attempts, due_at, error, recipients, code, note, charged },
    language,
  );
  const mail = facts && {
    ...toMail({ facts, hasHtml: has_html, isSuperseded: is_superseded, calendar }),
    subject,
    from: toPerson(sender),
    quoted,
    quotedRest: quoted_rest ?? 0,
    answersTo: answers_to,
    isWhole: entry.id === whole,
  };
  return {
    ...entry,
    ...toMetaFields(row),
    files: toFiles(files, facts?.leftOut),
    delivery,
    mail,
  };
}

export interface LastMessage {
  direction: Direction;
  body: string;
}

/** Per contact that has one; notes do not count. One statement. */
export async function readLastMessages(
  db: Db,
  { companyId }: Tenant,
  contactIds: readonly number[],
): Promise<Map<number, LastMessage>> {
  const { rows } = await sql<LastMessage & { id: number }>`/* plan once: last_messages */
    select c.id, m.direction, m.body
    from contacts c
    cross join lateral (
      select direction, left(body, 200) as body from contact_messages
      where company_id = ${companyId} and contact_id = c.id and direction <> 'note'
        and deleted_at is null
      order by sent_at desc, id desc limit 1
    ) m
    where c.company_id = ${companyId} and c.id = any(${[...contactIds]}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...message }) => [id, message]));
}

/** Wraps from newest to oldest, so that each waiting contact is met once. */
export function nextWaiting({ companyId }: Tenant, from: { id: number; last_message_at: Date }) {
  const waiting = sql`select id from contacts t where company_id = ${companyId}
    and deleted_at is null and not is_spam and not held and id <> ${from.id} and ${isWaiting}`;
  return sql<{ id: number }>`
    select * from (${waiting} and (last_message_at, id) > (${from.last_message_at}, ${from.id})
      order by last_message_at, id limit 1) later
    union all
    select * from (${waiting} order by last_message_at, id limit 1) oldest
    limit 1`;
}
