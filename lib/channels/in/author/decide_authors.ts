import { authorOf, type SenderChoice, withoutTag } from "@/lib/channels/in/author/author.ts";
import { forwardedBy, isCompanyAddress } from "@/lib/channels/in/author/forwarded.ts";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import { addressOf } from "@/lib/channels/in/author/address_of.ts";
import type { Inbound, InboundMail } from "@/lib/channels/in/message_in.ts";
import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";

/** Gives each mail to who wrote it, or was written to by the company. At most three statements. */
export async function decideAuthors(
  trx: Trx,
  { companyId }: Tenant,
  arrivals: readonly Arrival[],
): Promise<Arrival[]> {
  const senders = arrivals.flatMap(({ message: { mail } }) =>
    [...mail ? [mail.origin] : [], ...mail?.forwards?.map(({ origin }) => origin) ?? []]
      .flatMap(({ from }) => from?.address ?? [])
  );
  if (!arrivals.some(({ message }) => message.mail)) return [...arrivals];
  const accounts = await trx.selectFrom("channel_accounts").select("address")
    .where("company_id", "=", companyId).where("kind", "=", "email")
    .where("deleted_at", "is", null).execute();
  const own = new Set(accounts.flatMap(({ address }) => address ? [comparedAddress(address)] : []));
  const rows = await readChoices(trx, { companyId }, senders);
  const choices = new Map<string, SenderChoice>(rows.map(({ address, ...one }) => [address, one]));
  const isOwn = (address: string) => own.has(address) || own.has(withoutTag(address));
  const forwards = arrivals.flatMap(({ message }) => message.mail?.forwards ? [message.mail] : []);
  const members = await findMembers(trx, { companyId }, forwards);
  const isColleague = (address: string) =>
    members.has(address) || isOwn(address) || isCompanyAddress(address, own);
  return arrivals.map(({ message, ...arrival }) => {
    return { ...arrival, message: withAuthor(message, { isOwn, isColleague, choices }) };
  });
}

async function readChoices(
  trx: Trx,
  { companyId }: Tenant,
  senders: readonly string[],
): Promise<(SenderChoice & { address: string })[]> {
  if (senders.length === 0) return [];
  const keys = [...new Set(senders)].map((address) => ({ address }));
  const { rows } = await sql<SenderChoice & { address: string }>`
    select s.address, s.answers_to as "answersTo", s.is_person as "isPerson"
    from ${keyRows(keys, { address: "text" })} k cross join ${
    lookUp(sql`select * from mail_senders
      where company_id = ${companyId} and address = k.address`)
  } s`.execute(trx);
  return rows;
}

async function findMembers(
  trx: Trx,
  { companyId }: Tenant,
  mails: readonly InboundMail[],
): Promise<Set<string>> {
  const origins = mails.flatMap((
    { origin, forwards = [] },
  ) => [origin, ...forwards.map((one) => one.origin)]);
  const addresses = origins.flatMap(({ from, replyTo }) =>
    [...from ? [from] : [], ...replyTo].map(({ address }) => address)
  );
  if (addresses.length === 0) return new Set();
  const rows = await trx.selectFrom("users as u")
    .innerJoin("user_companies as m", "m.user_id", "u.id").select("u.email")
    .where("m.company_id", "=", companyId).where("m.disabled_at", "is", null)
    .where("u.email", "in", [...new Set(addresses)]).execute();
  return new Set(rows.map(({ email }) => email));
}

interface Circumstances {
  isOwn(address: string): boolean;
  /** Reports whether the address belongs to the company or one of its members. */
  isColleague?(address: string): boolean;
  choices: ReadonlyMap<string, SenderChoice>;
}

/** Pure. */
export function withAuthor(message: Inbound, circumstances: Circumstances): Inbound {
  const { isOwn, isColleague = isOwn, choices } = circumstances;
  const { mail: original, direction } = message;
  if (!original) return message;
  const mail = withForwarded(message, original, { isColleague, choices });
  const { origin, facts } = mail;
  if (direction === "out") return toRecipient(message, mail, isOwn);
  const choice = choices.get(origin.from?.address ?? "");
  const recipients = [...facts.to, ...facts.cc];
  const author = authorOf(origin, { isOwn, choice, recipients });
  const isForm = author.kind === "named" && origin.isGenerated;
  const isWritten = mail.automatic === "own" || isForm || choice?.isPerson;
  const automatic = isWritten ? null : mail.automatic;
  if (automatic) return message;
  const written = { ...mail, automatic };
  if (author.kind === "own") {
    // What one mailbox passes on to another is somebody's to read.
    const isWithin = recipients.every(({ address }) => isOwn(address));
    if (facts.forwarded && isWithin) return { ...message, mail: written };
    return toRecipient(message, written, isOwn);
  }
  if (author.kind === "nobody") throw new Error("it names no sender");
  if (author.kind === "from") return { ...message, mail: written };
  const { person, via } = author;
  const replyTo = facts.replyTo?.address === person.address ? null : facts.replyTo;
  return {
    ...message,
    from: addressOf(person),
    // The receiving server vouches for From alone.
    mail: { ...written, facts: { ...facts, replyTo, sentBy: via, isVerified: false } },
  };
}

function withForwarded(
  { direction }: Inbound,
  { forwards = [], ...mail }: InboundMail,
  { isColleague, choices }: Required<Omit<Circumstances, "isOwn">>,
): InboundMail {
  const { from } = mail.origin;
  if (direction === "out" || !from || !isColleague(from.address)) return mail;
  const forwarded = forwardedBy(forwards, { isColleague, choices });
  return forwarded ? { ...mail, facts: { ...mail.facts, forwarded } } : mail;
}

/** Files a mail of the company, such as a copy in Sent, with its recipient. */
function toRecipient(message: Inbound, mail: InboundMail, isOwn: Circumstances["isOwn"]): Inbound {
  const { facts } = mail;
  const isCopy = message.direction === "out";
  const other = [...facts.to, ...facts.cc].find(({ address }) => !isOwn(address));
  // Such as a notification's fallback: it joins no conversation.
  const isProgram = mail.automatic === "auto_reply" || mail.automatic === "report";
  if (!other || isProgram) {
    const from = isCopy ? addressOf(other) : message.from;
    return { ...message, from, mail: { ...mail, automatic: "own" } };
  }
  return {
    ...message,
    direction: "out",
    from: addressOf(other),
    mail: {
      ...mail,
      automatic: null,
      facts: { ...facts, isVerified: isCopy || facts.isVerified },
    },
  };
}
