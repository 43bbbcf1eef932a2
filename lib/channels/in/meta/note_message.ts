import type { MetaHandlers } from "@/lib/channels/handlers.ts";
import type { Arrival, Filed } from "@/lib/channels/in/arrival.ts";
import { keepComing } from "@/lib/channels/in/meta/keep_coming.ts";
import { type EventOutcome, nothing, personKey } from "@/lib/channels/in/meta/outcome.ts";
import type { MessageEvent } from "@/lib/channels/meta/read/event.ts";
import type { Trx } from "@/lib/db/connection.ts";

const longestSubject = 200;

/**
 * What is no new message of a conversation: known already, of ours, written to oneself, or of a
 * history that nobody asked for. @returns null for a new one
 * @param message the one that is here by its id
 */
export async function noteMessage(
  trx: Trx,
  { account, message: { text } }: Arrival,
  event: MessageEvent,
  message: Filed & { hasFiles: boolean } | undefined,
  { noteEcho }: Pick<MetaHandlers, "noteEcho">,
): Promise<EventOutcome | null> {
  const tenant = { companyId: account.company_id };
  const { isSelf, isHistory, direction, person, attachments } = event;
  if (isSelf) {
    const subject = text.slice(0, longestSubject).toWellFormed() || null;
    return { of: {}, automatic: { kind: "self", from: null, subject } };
  }
  if (message) {
    const { hasFiles, ...of } = message;
    if (direction === "out" && !isHistory) await noteEcho(trx, account, event);
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
