import { sql } from "kysely";
import * as z from "zod";
import { findMessage, type Writer } from "@/lib/crm/contacts/conversation/message_records.ts";
import { messageParams } from "@/lib/crm/contacts/message.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { fileParams } from "@/lib/files/file.ts";
import { problem } from "@/lib/input/errors.ts";
import { recordActivities, silentVerb } from "@/lib/records/activities.ts";

export const messageFileParams = messageParams.extend({
  file_id: fileParams.shape.id,
});
type MessageFile = z.output<typeof messageFileParams>;

/**
 * Has a file that was given up fetched again, with the schedule of its tries begun anew.
 * @throws Problem not_found, invalid_transition
 */
export async function retryFile(
  trx: Trx,
  actor: Writer,
  { id: contactId, message_id, file_id }: MessageFile,
) {
  const { companyId } = actor;
  const message = await findMessage(trx, actor, contactId, message_id);
  if (!message.files.some(({ id }) => id === file_id)) throw problem("not_found");
  const fetch = await trx.updateTable("file_fetches")
    .set({ due_at: sql<Date>`now()`, attempts: 0, problem: null })
    .where("company_id", "=", companyId).where("file_id", "=", file_id)
    .where("problem", "is not", null).where("problem", "<>", "expired")
    .returning("file_id").executeTakeFirst();
  if (!fetch) throw problem("invalid_transition", { details: { allowed: [] } });
  await trx.updateTable("files").set({ state: "coming" }).where("company_id", "=", companyId)
    .where("id", "=", file_id).execute();
  trx.afterCommit({ kind: "files_due", companyId });
  const contact = await trx.selectFrom("contacts").select("converted_client_id")
    .where("company_id", "=", companyId).where("id", "=", contactId).executeTakeFirstOrThrow();
  await recordActivities(trx, actor, [{
    verb: silentVerb,
    subject: { contact_id: contactId },
    clientId: contact.converted_client_id,
  }]);
  return await findMessage(trx, actor, contactId, message_id);
}
