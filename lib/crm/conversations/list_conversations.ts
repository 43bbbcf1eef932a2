import { sql } from "kysely";
import type { ConversationsQuery } from "@/lib/crm/conversations/conversation.ts";
import { isListed, isTheirs, type PhoneMember } from "@/lib/crm/conversations/reach.ts";
import { nameOfContact } from "@/lib/crm/notices/contacts.ts";
import { isByMail } from "@/lib/crm/contacts/contacts.ts";
import { isWaiting } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { readLastMessages } from "@/lib/crm/contacts/threads.ts";
import type { Db } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { withMember, withRecord } from "@/lib/records/joins.ts";
import { holds } from "@/lib/records/listing/conditions.ts";
import { recordsWith, type WordsAmong } from "@/lib/records/listing/word_sets.ts";
import { termsOf } from "@/lib/records/search_words.ts";

/** Newest first, one for each customer: the newest of their conversations. Two statements. */
export async function listConversations(
  db: Db,
  member: PhoneMember,
  { limit, cursor, q = "", waiting }: ConversationsQuery,
) {
  const { companyId } = member;
  const terms = termsOf(q.trim());
  const among: WordsAmong = { companyId, kind: "contact", states: ["live"] };
  const rows = await conversationRows(db, member)
    .select(sql<string>`concat_ws(' ',
      (extract(epoch from t.last_message_at) * 1000000)::bigint, t.id)`.as("cursor"))
    .where(isListed("t")).where(isTheirs("t", member))
    .$if(q.trim() === "", (query) => query.where(isNewestOfClient(member)))
    .$if(q.trim() !== "", (query) =>
      query.where(
        terms.length === 0
          ? sql<boolean>`false`
          : sql<boolean>`t.id = any (array(${recordsWith(terms, among)}))`,
      ))
    .$if(waiting !== undefined, (query) => query.where(holds(isWaiting, waiting!)))
    .$if(cursor !== undefined, (query) => query.where(isBefore(cursor!)))
    .orderBy("t.last_message_at", "desc").orderBy("t.id", "desc").limit(limit + 1).execute();
  const page = rows.slice(0, limit);
  const last = await lastOf(db, member, page.map(({ id }) => id));
  return {
    conversations: page.map((row) => ({ ...toConversation(row), last: last(row.id) })),
    meta: { nextCursor: rows.length > limit ? page.at(-1)!.cursor : null },
  };
}

function isBefore(cursor: string) {
  const [at, id] = cursor.split(" ");
  return sql<boolean>`(t.last_message_at, t.id) <
    (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${id}::bigint)`;
}

function isNewestOfClient(member: PhoneMember) {
  return sql<boolean>`(t.converted_client_id is null or not exists (
    select from contacts o
    where o.company_id = t.company_id and o.converted_client_id = t.converted_client_id
      and (o.last_message_at, o.id) > (t.last_message_at, t.id)
      and ${isListed("o")} and ${isTheirs("o", member)}))`;
}

export function conversationRows(db: Db, { companyId, userId }: PhoneMember) {
  return db.selectFrom("contacts as t")
    .leftJoin(
      "conversation_reminders as later",
      (on) =>
        on.onRef("later.company_id", "=", "t.company_id").onRef("later.contact_id", "=", "t.id")
          .on("later.user_id", "=", userId),
    )
    .select(["t.id", "t.name", "t.email", "t.phone", "t.channel_contact_id", "t.organization"])
    .select(["t.channel", "t.status", "t.last_message_at", "t.converted_client_id"])
    .select([
      sql<boolean>`(t.assignee_id = ${userId}) is true`.as("mine"),
      "later.due_at as later_at",
      isByMail.as("by_mail"),
      sql<boolean>`(${isWaiting}) is true`.as("waiting"),
      "t.language",
    ])
    .$call(withMember("assignee"))
    .$call(withRecord("client", { by: "t.converted_client_id" }))
    .where("t.company_id", "=", companyId);
}

type Row = Awaited<ReturnType<ReturnType<typeof conversationRows>["execute"]>>[number];

export function toConversation(row: Row) {
  const { id, organization, channel, by_mail, status } = row;
  const { last_message_at, mine, waiting, later_at } = row;
  return {
    contact_id: id,
    name: nameOfContact(row),
    organization,
    channel,
    by_mail,
    status,
    assignee: row.assignee,
    converted_client: row.client,
    last_message_at,
    mine,
    waiting,
    later_at,
  };
}

/** @throws Problem not_found */
export async function findConversation(db: Db, member: PhoneMember, id: number) {
  const row = await conversationRows(db, member).where("t.id", "=", id).executeTakeFirst();
  if (!row) throw problem("not_found");
  return { ...toConversation(row), last: await lastOf(db, member, [id]).then((of) => of(id)) };
}

async function lastOf(db: Db, { companyId }: PhoneMember, ids: number[]) {
  const last = await readLastMessages(db, { companyId }, ids);
  return (id: number) => {
    const message = last.get(id);
    return message ? { direction: message.direction, text: message.body } : null;
  };
}
