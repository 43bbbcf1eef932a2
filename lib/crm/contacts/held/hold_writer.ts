import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Writer } from "@/lib/crm/contacts/conversation/find_writers.ts";
import { notifyFlood } from "@/lib/crm/notices/channels.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { changeRecord } from "@/lib/records/records.ts";

/** Puts a writer aside who writes more than people do (0030): messages are kept without notices. */
export async function holdWriter(trx: Trx, account: Account, writer: Writer): Promise<void> {
  if (writer.contact.held) return;
  const actor = { companyId: account.company_id, userId: null };
  const { row } = await changeRecord(trx, "contacts", actor, writer.contact, { held: true });
  writer.contact = row;
  await recordActivities(trx, actor, [{
    verb: "held",
    subject: { contact_id: row.id },
    clientId: row.converted_client_id,
    by: "public",
  }]);
  await notifyFlood(trx, account, row);
}
