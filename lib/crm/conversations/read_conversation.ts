import { sql } from "kysely";
import { newestOf } from "@/lib/crm/contacts/conversation/message_records.ts";
import { readSenders, type Sender, usualOf } from "@/lib/crm/contacts/conversation/senders.ts";
import { readThread, type ThreadEntry } from "@/lib/crm/contacts/threads.ts";
import type { ThreadPage } from "@/lib/crm/conversations/conversation.ts";
import { conversationRows, toConversation } from "@/lib/crm/conversations/list_conversations.ts";
import { findReachable, type PhoneMember } from "@/lib/crm/conversations/reach.ts";
import { sendingWords } from "@/lib/crm/conversations/words.ts";
import { limitsOf } from "@/lib/channels/meta/out/limits.ts";
import { recipientOf } from "@/lib/values/app_reach.ts";
import { sayFailure } from "@/lib/channels/accounts/accounts.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Language } from "@/lib/words/language.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";

export interface PhoneReader extends PhoneMember {
  language: Language;
}

/** Reads a page of the messages, and what an answer needs. @throws Problem not_found */
export async function readConversation(
  db: Db,
  reader: PhoneReader,
  contactId: number,
  { limit, cursor }: ThreadPage,
) {
  const ids = await findReachable(db, reader, contactId);
  const [id] = ids as [number];
  const row = await conversationRows(db, reader).where("t.id", "=", id)
    .select(sql<string | null>`nullif(concat_ws(', ', client.address, concat_ws(' ',
      client.postal_code, client.city)), '')`.as("place"))
    .executeTakeFirstOrThrow();
  const { entries, total } = await readThread(db, reader, ids, { most: limit, before: cursor });
  const oldest = entries[0];
  const { email, phone, place } = row;
  return {
    conversation: {
      ...toConversation(row),
      email,
      phone,
      place,
      ...await readWays(db, reader, id),
      newest: await newestOf(db, reader, ids),
      messages: entries.reverse().map(toEntry),
    },
    meta: { nextCursor: oldest && total > limit ? oldest.cursor : null },
  };
}

async function readWays(db: Db, reader: PhoneReader, contactId: number) {
  const { accounts, usual } = await readSenders(db, reader, { contactId });
  const rows = await db.selectFrom("channel_accounts")
    .select(["id", "kind", "state", "last_error"])
    .where("company_id", "=", reader.companyId).where("deleted_at", "is", null)
    .where((on) => on.or([on("kind", "<>", "program"), on(callback, "is not", null)])).execute();
  const words = sendingWords[rows.length === 0 ? "noAccount" : "noAddress"];
  return {
    why_not: accounts.length === 0 ? words[reader.language] : null,
    accounts: accounts.map((sender) => ({
      ...toAccount(sender, rows.find(({ id }) => id === sender.id)!, reader.language),
      usual: sender.id === usualOf({ accounts, usual }),
    })),
  };
}

const callback = sql<string | null>`settings ->> 'callback_url'`;

type AccountState = {
  kind: AccountKind;
  state: "checking" | "working" | "failing" | "paused";
  last_error: Parameters<typeof sayFailure>[0] | null;
};

function toAccount(
  { id, name, mail, meta }: Sender,
  { kind, state, last_error }: AccountState,
  language: Language,
) {
  const failure = last_error ? sayFailure(last_error)[language] : "";
  const why = state === "paused"
    ? sendingWords.paused(name)[language]
    : state === "failing"
    ? sendingWords.failing(name, failure)[language]
    : null;
  const { subject = null } = mail ?? {};
  return {
    ...{ id, name, kind, subject },
    to: meta ? recipientOf(meta) : mail?.to ?? null,
    window_until: meta?.windowUntil ? new Date(meta.windowUntil) : null,
    after: meta?.after ?? null,
    opted_in: kind === "whatsapp" ? meta?.isOptedIn ?? false : null,
    limits: limitsOf(kind),
    can_send: why === null,
    why,
  };
}

function toEntry(entry: ThreadEntry) {
  const { meta: _, mail, cursor: _c, ...ofEntry } = entry;
  return { ...ofEntry, subject: mail?.subject ?? null };
}
