import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { MetaHandlers } from "@/lib/channels/handlers.ts";
import { type EventOutcome, messageKey, nothing } from "@/lib/channels/in/meta/outcome.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** States of what went out: they wait for the message that they are of. */

export async function fileStatus(
  trx: Trx,
  account: Account,
  event: Extract<OtherEvent, { type: "status" }>,
  { isHere, noteStatus }: Pick<MetaHandlers, "isHere" | "noteStatus">,
): Promise<EventOutcome> {
  if (!await isHere(trx, account, [event.id], event.opaque)) {
    return { waitsFor: messageKey(event.id) };
  }
  const filed = await noteStatus(trx, account, event);
  if (filed === "wait") return { waitsFor: messageKey(event.id) };
  return filed ? { of: filed } : nothing;
}

export async function fileReceipt(
  trx: Trx,
  account: Account,
  event: Extract<OtherEvent, { type: "receipt" }>,
  { findPerson, isHere, noteReceipt }: Pick<MetaHandlers, "findPerson" | "isHere" | "noteReceipt">,
): Promise<EventOutcome> {
  const { ids, person } = event;
  const contactId = await findPerson(trx, account, person.ids);
  if (ids.length > 0 && !await isHere(trx, account, ids, null)) {
    return { waitsFor: messageKey(ids[0]!) };
  }
  // Nobody whom we know has read anything of ours.
  if (contactId === undefined) return nothing;
  const filed = await noteReceipt(trx, account, event);
  return { of: { contactId, ...filed } };
}
