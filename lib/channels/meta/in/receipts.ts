import { sql } from "kysely";
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
): Promise<EventOutcome> {
  if (!await isHere(trx, account, [event.id], event.opaque)) {
    return { waitsFor: messageKey(event.id) };
  }
  const filed = await noteStatus(trx, account, event);
  return filed ? { of: filed } : nothing;
}

export async function fileReceipt(
  trx: Trx,
  account: Account,
  event: Extract<OtherEvent, { type: "receipt" }>,
  { findPerson }: Pick<MetaHandlers, "findPerson">,
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether one of the messages is known, by Meta's id or by ours. */
async function isHere(
  trx: Trx,
  { company_id, id }: Account,
  keys: readonly string[],
  opaque: string | null,
): Promise<boolean> {
  const outboxId = opaque !== null && uuid.test(opaque) ? opaque : null;
  const { rows } = await sql<{ isHere: boolean }>`
    select exists (select from contact_messages where company_id = ${company_id}
        and via_id = ${id} and external_id = any(${[...keys]}::text[]))
      or exists (select from outbox where company_id = ${company_id} and account_id = ${id}
        and id = ${outboxId}::uuid) as "isHere"`.execute(trx);
  return rows[0]!.isHere;
}
