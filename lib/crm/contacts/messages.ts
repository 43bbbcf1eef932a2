import type { Selectable } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/crm_schema.ts";
import { withMember } from "@/lib/records/joins.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
import {
  type Direction,
  type MessageCreate,
  messageList,
  messageVerbs,
} from "@/lib/crm/contacts/message.ts";
import { type Actor, changeRecord, lockRecord, translated } from "@/lib/records/records.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { type Reader, readPage } from "@/lib/records/lists.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Newest first. @throws Problem not_found */
export async function listMessages(db: Db, reader: Reader, contactId: number, asked: ListQuery) {
  await findContact(db, reader, contactId);
  const { rows, meta } = await readPage(db, reader, asked, {
    spec: messageList,
    table: db.selectFrom("contact_messages as t").where("t.contact_id", "=", contactId),
    rows: messageRows(db),
  });
  return { records: rows.map(toMessage), meta };
}

/**
 * An inbound message sets the contact `new`, an outbound one marks it read and releases it, a note
 * changes nothing.
 * @throws Problem not_found, duplicate (the channel's own id is known), validation_failed
 */
export async function addMessage(trx: Trx, actor: Actor, contactId: number, body: MessageCreate) {
  const sentAt = body.sent_at ?? new Date();
  // Allow a minute of clock skew between systems.
  if (sentAt.getTime() > Date.now() + 60_000) {
    throw problem("validation_failed", { fields: { sent_at: inputWords.inFuture } });
  }
  const contact = await lockThread(trx, actor, contactId);
  const { id } = await translated(() =>
    trx.insertInto("contact_messages").values({
      company_id: actor.companyId,
      created_by: actor.userId,
      updated_by: actor.userId,
      contact_id: contact.id,
      direction: body.direction,
      channel: body.channel ?? contact.channel,
      body: body.body,
      external_id: body.external_id ?? null,
      author_id: body.direction === "in" ? null : actor.userId,
      sent_at: sentAt,
    }).returning("id").executeTakeFirstOrThrow()
  );
  const { changes } = await changeRecord(trx, "contacts", actor, contact, {
    ...afterMessage(contact, body.direction, sentAt),
    // An answer shows that somebody has seen it.
    ...(body.direction === "out" ? { held: false } : {}),
  });
  const { status, held } = changes;
  await recordActivities(trx, actor, [{
    verb: messageVerbs[body.direction],
    subject: { contact_id: contact.id },
    clientId: contact.converted_client_id,
    changes: { ...(status && { status }), ...(held && { held }) },
  }]);
  const row = await messageRows(trx).where("t.company_id", "=", actor.companyId)
    .where("t.id", "=", id).executeTakeFirstOrThrow();
  return toMessage(row);
}

/** Locks the contact, or the one it was merged into. @throws Problem not_found */
async function lockThread(trx: Trx, actor: Actor, id: number): Promise<Selectable<Contacts>> {
  try {
    return await lockRecord(trx, "contacts", actor, id);
  } catch (error) {
    const into = error instanceof Problem && error.extras.details?.merged_into_id;
    if (!into) throw error;
    return await lockThread(trx, actor, into as number);
  }
}

interface Thread {
  status: "new" | "read" | "archived";
  last_message_at: Date;
  last_direction: Direction | null;
  first_response_at: Date | null;
}

/** Changes of a contact by a message. A late-filed older message does not become the last one. */
export function afterMessage(thread: Thread, direction: Direction, sentAt: Date): Partial<Thread> {
  if (direction === "note") return {};
  const last = thread.last_direction === null || sentAt >= thread.last_message_at
    ? { last_message_at: sentAt, last_direction: direction }
    : {};
  if (direction === "in") return { ...last, status: "new" };
  return {
    ...last,
    ...(thread.status === "new" ? { status: "read" as const } : {}),
    first_response_at: thread.first_response_at ?? sentAt,
  };
}

function messageRows(db: Db) {
  return db.selectFrom("contact_messages as t")
    .selectAll("t").$call(withMember("author"));
}

type Row = Awaited<ReturnType<ReturnType<typeof messageRows>["execute"]>>[number];

function toMessage(row: Row) {
  return {
    id: row.id,
    created_at: row.created_at,
    direction: row.direction,
    channel: row.channel,
    body: row.body,
    external_id: row.external_id,
    author: row.author,
    sent_at: row.sent_at,
    meta: row.meta,
  };
}
