import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { MetaHandlers } from "@/lib/channels/handlers.ts";
import { type EventOutcome, messageKey, nothing } from "@/lib/channels/meta/in/outcome.ts";
import type { OtherEvent } from "@/lib/channels/meta/in/parsed.ts";
import { noteReceipt } from "@/lib/channels/meta/out/note_receipt.ts";
import { noteStatus } from "@/lib/channels/meta/out/note_status.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** States of what went out: they wait for the message that they are of. */

export async function fileStatus(
  trx: Trx,
  account: Account,
  event: Extract<OtherEvent, { type: "status" }>,
  { findMessage }: Pick<MetaHandlers, "findMessage">,
): Promise<EventOutcome> {
  const isHere = await isSentByUs(trx, account, event.opaque) ||
    await findMessage(trx, account, [event.id]);
  if (!isHere) return { waitsFor: messageKey(event.id) };
  const filed = await noteStatus(trx, account, event);
  return filed ? { of: filed } : nothing;
}

export async function fileReceipt(
  trx: Trx,
  account: Account,
  event: Extract<OtherEvent, { type: "receipt" }>,
  { findPerson, findMessage }: MetaHandlers,
): Promise<EventOutcome> {
  const { ids, person } = event;
  const contactId = await findPerson(trx, account, person.ids);
  if (ids.length > 0 && !await findMessage(trx, account, ids)) {
    return { waitsFor: messageKey(ids[0]!) };
  }
  // Nobody whom we know has read anything of ours.
  if (contactId === undefined && ids.length === 0) return nothing;
  const filed = await noteReceipt(trx, account, event);
  return { of: { contactId, ...filed } };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function isSentByUs(
  trx: Trx,
  { company_id, id }: Account,
  opaque: string | null,
): Promise<boolean> {
  if (opaque === null || !uuid.test(opaque)) return false;
  const row = await trx.selectFrom("outbox").select("id").where("company_id", "=", company_id)
    .where("account_id", "=", id).where("id", "=", opaque).executeTakeFirst();
  return row !== undefined;
}
