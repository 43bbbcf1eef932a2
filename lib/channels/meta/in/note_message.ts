import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Arrival, Filed } from "@/lib/channels/in/arrival.ts";
import { keepComing } from "@/lib/channels/meta/in/keep_coming.ts";
import { type EventOutcome, nothing, personKey } from "@/lib/channels/meta/in/outcome.ts";
import { noteEcho } from "@/lib/channels/meta/out/note_echo.ts";
import type { MessageEvent } from "@/lib/channels/meta/read/event.ts";
import type { Trx } from "@/lib/db/connection.ts";

const longestSubject = 200;

/**
 * What is no new message of a conversation: known already, of ours, written to oneself, or of a
 * history that nobody asked for. @returns null for a new one
 */
export async function noteMessage(
  trx: Trx,
  { account, message: { externalId, text } }: Arrival,
  event: MessageEvent,
): Promise<EventOutcome | null> {
  const tenant = { companyId: account.company_id };
  const { isSelf, isHistory, direction, person, attachments } = event;
  if (isSelf) {
    const subject = text.slice(0, longestSubject).toWellFormed() || null;
    return { of: {}, automatic: { kind: "self", from: null, subject } };
  }
  const message = await findOf(trx, account, externalId);
  if (message) {
    const { hasFiles, ...of } = message;
    // The files of a history come after its messages.
    if (isHistory && !hasFiles) {
      await keepComing(trx, tenant, {
        accountId: account.id,
        messageId: of.messageId,
        attachments,
      });
    }
    return { of };
  }
  if (isHistory && account.settings.import_history !== true) return nothing;
  if (direction === "in" || isHistory) return null;
  const filed = await noteEcho(trx, account, event);
  if (filed === "wait") return { waitsFor: personKey(person.ids[0]!) };
  return filed && { of: filed };
}

async function findOf(trx: Trx, { company_id, id }: Account, key: string) {
  const { rows } = await sql<Filed & { hasFiles: boolean }>`
    select m.contact_id as "contactId", m.id as "messageId", exists (select from files f
      where f.company_id = m.company_id and f.message_id = m.id) as "hasFiles"
    from contact_messages m
    where m.company_id = ${company_id} and m.via_id = ${id} and m.external_id = ${key}`
    .execute(trx);
  return rows[0];
}
