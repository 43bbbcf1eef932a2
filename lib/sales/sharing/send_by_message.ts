import { outgoingWords } from "@/lib/channels/meta/out/words.ts";
import { findSender } from "@/lib/channels/out/outbox.ts";
import { checkRefused } from "@/lib/channels/email/refused_addresses.ts";
import { messageClient, refuseUnreachable } from "@/lib/crm/clients/message_client.ts";
import { refuseForOthers } from "@/lib/crm/contacts/conversation/mail_out.ts";
import { isInVain } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { type Writer } from "@/lib/crm/contacts/conversation/message_records.ts";
import { nameOfMember } from "@/lib/crm/contacts/messages.ts";
import { fillTemplate } from "@/lib/crm/templates/variables.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { keepMadeFile } from "@/lib/files/keep_files.ts";
import { cutText } from "@/lib/input/cut_text.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { within } from "@/lib/input/within.ts";
import { type LocalActor, lockRecord } from "@/lib/records/records.ts";
import { companyBrand } from "@/lib/sales/company_terms.ts";
import { findPrintable } from "@/lib/sales/document/quote_documents.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import type { Printable } from "@/lib/sales/document/quote_pdf.ts";
import { checkApproved } from "@/lib/sales/quotes/approval/approvals.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import { quoteAddress } from "@/lib/sales/sharing/quote_address.ts";
import type { QuoteMessage } from "@/lib/sales/sharing/quote_message.ts";
import { changesBetween } from "@/lib/sales/sharing/quote_changes.ts";
import { sayChanges } from "@/lib/sales/sharing/say_changes.ts";
import { sendQuote, wrongToSend } from "@/lib/sales/sharing/send_quote.ts";
import { makeLink } from "@/lib/sales/sharing/share_quote.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";
import { type Language, speak, type Text } from "@/lib/words/language.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";
import { quotationMailWords } from "@/lib/words/quotations/quotation_mail.ts";

interface Means {
  /** Opens a transaction of the member's. */
  open<T>(work: (call: { trx: Trx; member: LocalActor }) => Promise<T>): Promise<T>;
  /** Takes seconds: no transaction is open meanwhile. */
  print(printable: Printable, companyId: number): Promise<Uint8Array>;
  publicUrl: string;
  filesBytesPerCompany: number;
  language: Language;
}

interface Sending {
  id: number;
  version?: number;
  message: QuoteMessage;
}

type Sender = LocalActor & Writer;

/** Prints before giving up: a quotation that changed while it was printed is printed again. */
const mostPrints = 4;
/** A mail names so many changes. */
const mostChanges = 12;
/** Limit of the text after its variables are filled in. */
const mostCharacters = 20_000;

/**
 * Sends a draft to its client: the move, its link, its PDF and the message with its row in the
 * outbox are one transaction.
 * @throws Problem not_found, version_conflict, invalid_transition, validation_failed (fields of the
 * message as `message.via`), approval_needed, too_large, limit_reached (the company's files),
 *   address_refused
 */
export async function sendByMessage(means: Means, sending: Sending, now = currentTime()) {
  for (let prints = 0; prints < mostPrints; prints++) {
    const { printable, companyId } = await means.open(async ({ trx, member }) => {
      await checkApproved(trx, member, (await lockSendable(trx, member, sending, now)).quote);
      const { companyId } = member;
      return { printable: await findPrintable(trx, member, sending.id), companyId };
    });
    const pdf = await means.print({ ...printable, isDraft: false }, companyId);
    const sent = await means.open(({ trx, member }) => {
      const sender = { ...member, language: means.language };
      return sendPrinted(trx, sender, sending, { ...means, printable, pdf, now });
    });
    if (sent) return sent;
  }
  throw problem("version_conflict");
}

interface Printed extends Pick<Means, "publicUrl" | "filesBytesPerCompany"> {
  printable: Printable;
  pdf: Uint8Array;
  now: Date;
}

/** @returns undefined if the quotation has changed since it was printed */
async function sendPrinted(trx: Trx, actor: Sender, sending: Sending, printed: Printed) {
  const { id, message } = sending;
  const { pdf, now } = printed;
  const { quote, client } = await lockSendable(trx, actor, sending, now);
  const { document } = await findPrintable(trx, actor, id);
  if (JSON.stringify(document) !== JSON.stringify(printed.printable.document)) return undefined;
  await sendQuote(trx, actor, id, { now });
  const share = await makeLink(trx, actor, id, null, printed.publicUrl, now);
  const { language, number } = quote;
  const file = await keepMadeFile(trx, actor, {
    name: `${speak(quotationWords, language).kind} ${number}.pdf`,
    type: "application/pdf",
    bytes: pdf,
  }, printed.filesBytesPerCompany);
  const { name: company } = await companyBrand(trx, actor);
  const values = {
    "contact.name": client.name,
    "company.name": company,
    "member.name": await nameOfMember(trx, actor),
    "quote.number": number,
    "quote.link": share.url,
  };
  const text = fillTemplate(message.body ?? "", values);
  if ([...text].length > mostCharacters) {
    const fields = { "message.body": inputWords.mostCharacters(mostCharacters) };
    throw problem("validation_failed", { fields });
  }
  const subject = message.subject
    ? fillTemplate(message.subject, values)
    : quotationMailWords.subject(number, company)[language];
  const revised = await sayRevision(trx, actor, quote, document);
  const template = message.template &&
    await within("message", () => withLink(trx, actor, message, values));
  const sent = await within("message", () =>
    messageClient(trx, actor, quote.client_id, {
      direction: "out",
      via: message.via,
      ...template?.fields,
      opt_in: message.opt_in,
      ...(client.to === null ? { cc: [], despite_refusal: false } : {
        to: client.to,
        cc: message.cc,
        despite_refusal: message.despite_refusal,
        subject: cutText(subject, 300),
      }),
      body: template ? "" : [
        text,
        ...text.includes(share.url) ? [] : [share.url],
        ...revised,
      ].join("\n\n"),
      files: template && !template.takesFile ? [] : [file],
      quote_id: id,
    }, { isCaptioned: true }));
  await trx.updateTable("quote_shares").set({ message_id: sent.id })
    .where("company_id", "=", actor.companyId).where("id", "=", share.id).execute();
  return await findQuote(trx, actor, id, now);
}

/**
 * The template with the quotation's values as its variables.
 * @throws Problem validation_failed (`template`): neither link nor document would be in it
 */
async function withLink(
  trx: Trx,
  { companyId }: Sender,
  { via, template }: QuoteMessage,
  values: Parameters<typeof fillTemplate>[1],
) {
  const { name, language, variables } = template!;
  const fill = (value: string) => fillTemplate(value, values);
  const filled = Array.isArray(variables)
    ? variables.map(fill)
    : Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, fill(value)]));
  const row = await trx.selectFrom("message_templates").select("content")
    .where("company_id", "=", companyId).where("account_id", "=", via)
    .where("name", "=", name).where("language", "=", language).executeTakeFirst();
  const takesFile = row?.content.header?.type === "document";
  const hasLink = Object.values(filled).includes(values["quote.link"]!);
  if (row && !takesFile && !hasLink) {
    throw problem("validation_failed", { fields: { template: outgoingWords.noLink } });
  }
  return { fields: { template: { name, language, variables: filled } }, takesFile };
}

/** Says the changes since the client's revision; nothing for a first one. */
async function sayRevision(
  trx: Trx,
  { companyId }: LocalActor,
  quote: { id: number; revision: number },
  document: Printable["document"],
): Promise<string[]> {
  const last = await trx.selectFrom("quote_revisions").select("snapshot")
    .where("company_id", "=", companyId).where("quote_id", "=", quote.id)
    .where("revision", "=", quote.revision).executeTakeFirst();
  const message = await trx.selectFrom("contact_messages as m").select(isInVain("m").as("isInVain"))
    .where("m.company_id", "=", companyId).where("m.quote_id", "=", quote.id)
    .where("m.direction", "=", "out").orderBy("m.sent_at", "desc").orderBy("m.id", "desc")
    .limit(1).executeTakeFirst();
  if (!last || message?.isInVain) return [];
  const lines = sayChanges(changesBetween(last.snapshot as QuoteDocument, document), document);
  if (lines.length === 0) return [];
  const words = speak(quotationMailWords, document.language);
  // The total stands last, and is always said.
  const rest = lines.slice(mostChanges - 1, -1);
  const visible = rest.length === 0
    ? lines
    : [...lines.slice(0, mostChanges - 1), words.more(rest.length), lines.at(-1)!];
  return [[words.changes, ...visible.map((line) => `- ${cut(line)}`)].join("\n")];
}

function cut(line: string): string {
  const letters = [...line];
  return letters.length <= 200 ? line : `${letters.slice(0, 199).join("").trimEnd()}…`;
}

/** @param sending without a message nothing is checked but the quotation */
export async function lockSendable(
  trx: Trx,
  actor: LocalActor,
  { id, version, message }: Omit<Sending, "message"> & { message?: QuoteMessage },
  now: Date,
) {
  const quote = await lockRecord(trx, "quotes", actor, id, { version });
  const client = await trx.selectFrom("clients").select("name")
    .where("company_id", "=", actor.companyId).where("id", "=", quote.client_id)
    .executeTakeFirstOrThrow();
  const fields = await wrongToSend(trx, actor, quote, now);
  const to = message && await fieldsInto(
    fields,
    () => within("message", () => recipientOf(trx, actor, message, quote)),
  );
  if (Object.keys(fields).length > 0) throw problem("validation_failed", { fields });
  return { quote, client: { name: client.name, to: to ?? null } };
}

/** @returns the address, null where the account is no mailbox */
async function recipientOf(
  trx: Trx,
  actor: LocalActor,
  message: QuoteMessage,
  quote: { client_id: number; opportunity_id: number },
): Promise<string | null> {
  const account = await findSender(trx, actor, message.via);
  refuseForOthers(account, message);
  if (account.kind !== "email") {
    await refuseUnreachable(trx, account, quote.client_id);
    return null;
  }
  const to = message.to ?? await quoteAddress(trx, actor, quote);
  if (to === null) throw problem("validation_failed", { fields: { to: inputWords.missing } });
  // Before it is printed, which takes seconds.
  const addresses = [to, ...message.cc].map(comparedAddress);
  await checkRefused(trx, actor, { addresses, isConfirmed: message.despite_refusal });
  return to;
}

/** Adds the fields that `work` refuses to those that are wrong already. */
async function fieldsInto<T>(
  fields: Record<string, Text>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !error.extras.fields) throw error;
    Object.assign(fields, error.extras.fields);
  }
}
