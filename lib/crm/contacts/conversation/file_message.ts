import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { Inbound, InboundMail } from "@/lib/channels/in/message_in.ts";
import { findWriter, type Writer } from "@/lib/crm/contacts/conversation/find_writer.ts";
import { continueThread } from "@/lib/crm/contacts/conversation/continue_thread.ts";
import { holdWriter } from "@/lib/crm/contacts/held/hold_writer.ts";
import { notifyFailing, notifyLoop } from "@/lib/crm/notices/channels.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { movesQuote } from "@/lib/crm/contacts/conversation/about_quote.ts";
import { findMail } from "@/lib/crm/contacts/conversation/mail_in.ts";
import { noteBounce } from "@/lib/crm/contacts/conversation/note_bounce.ts";
import { knowMailIds } from "@/lib/crm/contacts/conversation/mail_out.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { attachFiles } from "@/lib/files/files.ts";
import { keepFiles } from "@/lib/files/keep_files.ts";
import { recordActivities, silentVerb } from "@/lib/records/activities.ts";
import { translated } from "@/lib/records/records.ts";

/** What the CRM does with what channels bring: registered where services are opened. */
export const crmChannelHandlers: ChannelHandlers<Writer> = {
  findWriter,
  fileMessage,
  findMail,
  holdWriter,
  noteBounce,
  tellOfLoop: notifyLoop,
  tellOfFailure: notifyFailing,
  noteFailure: (trx, tenant, id) => noteDeliveries(trx, tenant, [id], "message_failed"),
  noteMoved: (trx, tenant, ids) => noteDeliveries(trx, tenant, ids, silentVerb),
};

async function noteDeliveries(
  trx: Trx,
  { companyId }: Tenant,
  ids: number[],
  verb: string,
): Promise<void> {
  const messages = await trx.selectFrom("contact_messages as m")
    .innerJoin(
      "contacts as c",
      (on) => on.onRef("c.company_id", "=", "m.company_id").onRef("c.id", "=", "m.contact_id"),
    )
    .select(["m.contact_id", "m.quote_id", "c.converted_client_id"]).distinct()
    .where("m.company_id", "=", companyId).where("m.id", "in", ids).execute();
  await recordActivities(
    trx,
    { companyId, userId: null },
    messages.flatMap(({ contact_id, quote_id, converted_client_id: clientId }) => [
      { verb, subject: { contact_id }, clientId },
      ...movesQuote(quote_id),
    ]),
  );
}

async function fileMessage(
  trx: Trx,
  account: Account,
  message: Inbound,
  { contact, isNew }: Writer,
): Promise<number> {
  const companyId = account.company_id;
  const { direction, text, externalId, from, sentAt, files, mail, isQuiet } = message;
  const { id } = await translated(() =>
    trx.insertInto("contact_messages").values({
      company_id: companyId,
      contact_id: contact.id,
      direction,
      channel: account.channel,
      body: text,
      external_id: externalId,
      via_id: account.id,
      [direction === "in" ? "sender" : "recipient"]: JSON.stringify(from),
      sent_at: sentAt,
      ...(mail ? mailColumns(mail) : {}),
    }).returning("id").executeTakeFirstOrThrow()
  );
  await attachFiles(trx, { companyId }, files, { message_id: id }, "key");
  if (mail) {
    const { parts, leftOut, mostBytes = 0, messageId: own, references } = mail;
    await keepFiles(trx, { companyId }, id, { files: parts, leftOut, mostBytes });
    await knowMailIds(trx, { companyId }, id, { own, references });
  }
  if (!isNew) {
    const said = {
      direction,
      text,
      files: files.length + (mail?.parts.length ?? 0),
      sentAt,
      isQuiet,
    };
    await continueThread(trx, { companyId, userId: null }, contact, said);
  }
  return id;
}

function mailColumns({ subject, html, quoted, facts }: InboundMail) {
  return { subject, html, quoted, mail: JSON.stringify(facts) };
}
