import { shownName } from "@/lib/values/shown_name.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { TimelineNoun } from "@/lib/crm/timeline/timeline_entry.ts";
import { type OutboxColumns, toDelivery } from "@/lib/channels/out/deliveries.ts";
import type { Spoken } from "@/lib/crm/contacts/conversation/message_records.ts";
import { metaOf, type PageQuery } from "@/lib/input/list.ts";
import type { Language } from "@/lib/words/language.ts";
import { problem } from "@/lib/input/errors.ts";
import { toFile } from "@/lib/files/file.ts";
import { filesOf } from "@/lib/files/files.ts";
import { silentVerb } from "@/lib/records/activities.ts";
import { clientsNouns, type NounName, nouns } from "@/lib/records/nouns.ts";
import { noteSubjects, type SubjectKind, subjectKinds } from "@/lib/records/subject.ts";
import { namedSubject } from "@/lib/records/subjects.ts";

interface Whose {
  noun: TimelineNoun;
  id: number;
}

/** Newest first. Messages and notes replace their activities. @throws Problem not_found */
export async function readTimeline(
  db: Db,
  reader: Tenant & Spoken,
  { noun, id }: Whose,
  query: PageQuery,
) {
  if (!await isLive(db, reader, { noun, id })) throw problem("not_found");
  return await readEntries(db, reader, { noun, id }, query);
}

/** The same for a record that was found. Two statements. */
export async function readEntries(
  db: Db,
  { companyId, language }: Tenant & Spoken,
  { noun, id }: Whose,
  { page, per_page }: PageQuery,
) {
  const parts = noun === "client" ? partsOfClient(companyId, id) : partsOf(companyId, { noun, id });
  const entries = sql.join(parts, sql` union all `);
  const own = (table: string, kind: string) =>
    lookUp(sql`select * from ${sql.table(table)}
      where company_id = ${companyId} and id = page.id and page.kind = ${sql.lit(kind)}`);
  // Each part is a look-up, and planning them takes longer than they do.
  const once = (name: string) => sql.raw(`/* plan once: ${name}_of_${noun} */`);
  const { rows } = await sql<Row>`
    ${once("timeline")} with entries as (${entries}), page as (
      select * from entries order by at desc, kind, id desc
      limit ${per_page} offset ${(page - 1) * per_page}
    )
    select page.kind, page.id, page.at, a.verb, a.changes, a.actor_kind,
      n.call, n.to_client, n.pinned, n.edited_at, m.direction, m.channel, coalesce(n.body, m.body) as body,
      o.state, o.state_at, o.attempts, o.due_at, o.error, o.recipients,
      case page.kind when 'note' then ${filesOf("n", "note_id")}
        when 'message' then ${filesOf("m", "message_id")} end as files,
      u.id as by_id, coalesce(${shownName("u", "w")}, u.email) as by_name,
      coalesce(${namedSubject("a", subjectKinds)}, ${namedSubject("n", noteSubjects)},
        ${namedSubject("m", ["contact"])}) as subject
    from page
    left join ${own("activities", "activity")} a on true
    left join ${own("notes", "note")} n on true
    left join ${own("contact_messages", "message")} m on true
    left join ${
    lookUp(sql`select * from outbox
      where company_id = ${companyId} and message_id = page.id and page.kind = 'message'`)
  } o on true
    left join users u on u.id = coalesce(a.actor_id, n.author_id, m.author_id)
    left join user_companies w on w.company_id = ${companyId} and w.user_id = u.id
    order by page.at desc, page.kind, page.id desc`.execute(db);
  const counted = await sql<{ total: number }>`
    ${once("timeline_total")} select count(*) as total from (${entries}) e`.execute(db);
  const { total } = counted.rows[0]!;
  return {
    records: rows.map((row) => toEntry(row, language)),
    meta: metaOf({ page, per_page }, total),
  };
}

async function isLive(db: Db, { companyId }: Tenant, { noun, id }: Whose): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(nouns[noun].table)}
    where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db);
  return rows.length > 0;
}

const isListed = sql`verb not in ('note_added', 'message_received', 'message_sent', 'message_noted',
  ${sql.lit(silentVerb)})`;

// Each part below uses one index, so that none reads a whole table.

/** Nouns with a column that links to the record. */
const belongings = {
  contact: ["task", "event"],
  opportunity: ["quote", "sale", "task", "event"],
  quote: ["sale"],
  sale: ["task"],
  task: [],
  product: [],
  event: [],
} as const satisfies Record<Exclude<TimelineNoun, "client">, readonly NounName[]>;

function partsOf(companyId: number, { noun, id }: Whose & { noun: keyof typeof belongings }) {
  const { key } = nouns[noun];
  return [
    sql`select 'activity' as kind, id::bigint, at from activities
      where company_id = ${companyId} and ${sql.ref(key)} = ${id} and ${isListed}`,
    ...(isNoted(noun)
      ? [sql`select 'note', id::bigint, created_at from notes
          where company_id = ${companyId} and ${sql.ref(key)} = ${id} and deleted_at is null`]
      : []),
    ...belongings[noun].flatMap((part) => {
      const naming = { companyId, part, column: key, id };
      return [activitiesOf(naming), notesOf(naming)];
    }),
    ...(noun === "contact" ? [messagesOf(companyId, { column: "id", id: sql`${id}` })] : []),
    ...(noun === "quote"
      ? [sql`select 'message', id::bigint, sent_at from contact_messages
          where company_id = ${companyId} and quote_id = ${id} and deleted_at is null`]
      : []),
    ...(noun === "opportunity"
      ? [messagesOf(companyId, { column: "id", id: contactOf(companyId, id) })]
      : []),
  ];
}

function isNoted(noun: SubjectKind): boolean {
  return (noteSubjects as readonly SubjectKind[]).includes(noun);
}

function partsOfClient(companyId: number, clientId: number) {
  return [
    sql`select 'activity' as kind, id::bigint, at from activities
      where company_id = ${companyId} and timeline_client_id = ${clientId} and ${isListed}`,
    // Events of a contact before it became this client.
    sql`select 'activity', a.id::bigint, a.at from contacts c
      cross join ${
      lookUp(sql`select id, at, timeline_client_id from activities
        where company_id = ${companyId} and contact_id = c.id and ${isListed}`)
    } a
      where c.company_id = ${companyId} and c.converted_client_id = ${clientId}
        and a.timeline_client_id is distinct from ${clientId}`,
    sql`select 'note', id::bigint, created_at from notes
      where company_id = ${companyId} and client_id = ${clientId} and deleted_at is null`,
    ...clientsNouns.map((part) =>
      notesOf({ companyId, part, column: nouns[part].client, id: clientId })
    ),
    messagesOf(companyId, { column: "converted_client_id", id: sql`${clientId}` }),
  ];
}

interface Naming {
  companyId: number;
  part: SubjectKind;
  column: string;
  id: number;
}

function activitiesOf({ companyId, part, column, id }: Naming) {
  const { table, key } = nouns[part];
  return sql`select 'activity', a.id::bigint, a.at from ${sql.table(table)} b
    cross join ${
    lookUp(sql`select id, at from activities
      where company_id = ${companyId} and ${sql.ref(key)} = b.id and ${isListed}`)
  } a
    where b.company_id = ${companyId} and ${sql.ref(`b.${column}`)} = ${id}`;
}

function notesOf({ companyId, part, column, id }: Naming) {
  const { table, key } = nouns[part];
  return sql`select 'note', n.id::bigint, n.created_at from ${sql.table(table)} b
    cross join ${
    lookUp(sql`select id, created_at from notes
      where company_id = ${companyId} and ${sql.ref(key)} = b.id and deleted_at is null`)
  } n
    where b.company_id = ${companyId} and ${sql.ref(`b.${column}`)} = ${id}`;
}

function messagesOf(
  companyId: number,
  { column, id }: { column: "id" | "converted_client_id"; id: RawBuilder<unknown> },
) {
  return sql`select 'message', m.id::bigint, m.sent_at from contacts c
    cross join ${
    lookUp(sql`select id, sent_at from contact_messages
      where company_id = ${companyId} and contact_id = c.id and deleted_at is null`)
  } m
    where c.company_id = ${companyId} and ${sql.ref(`c.${column}`)} = ${id}`;
}

function contactOf(companyId: number, id: number) {
  return sql`(select contact_id from opportunities
    where company_id = ${companyId} and id = ${id})`;
}

interface Row extends OutboxColumns {
  kind: "activity" | "note" | "message";
  id: number;
  at: Date;
  by_id: number | null;
  by_name: string | null;
  files: Parameters<typeof toFile>[0][] | null;
  [column: string]: unknown;
}

const columns = {
  activity: ["verb", "changes", "actor_kind"],
  note: ["body", "call", "to_client", "pinned", "edited_at", "files"],
  message: ["direction", "channel", "body", "files", "delivery"],
} as const;

function toEntry(
  { kind, id, at, by_id, by_name, subject, files, ...others }: Row,
  language: Language,
) {
  const delivery = toDelivery(others, language);
  const row: Record<string, unknown> = {
    ...others,
    files: files?.map((file) => toFile(file)),
    delivery,
  };
  const own = Object.fromEntries(columns[kind].map((name) => [name, row[name]]));
  return {
    kind,
    id,
    at,
    by: by_id === null ? null : { id: by_id, name: by_name },
    subject,
    ...own,
  };
}
