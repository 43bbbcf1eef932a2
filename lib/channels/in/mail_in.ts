import { typeOf } from "@/lib/files/sniff.ts";
import type { Mail, MailFile } from "@/lib/channels/email/read/mail.ts";
import { type Reader, readMail } from "@/lib/channels/email/read/read_mail.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";

/** Parses a mail into an inbound message. @throws Error it names no sender */
export async function toMailInbound(
  body: Uint8Array,
  { externalId, direction, reader }: {
    externalId: string;
    direction: "in" | "out";
    reader: Reader;
  },
): Promise<Inbound> {
  const mail = await readMail(body, reader);
  const isOut = direction === "out";
  const other = isOut ? writtenTo(mail, reader) : mail.from;
  // Automatic mail sent by the account, such as a notification's fallback, joins no conversation.
  const isWritten = other && mail.automatic !== "auto_reply" && mail.automatic !== "report";
  const automatic = isOut ? (isWritten ? null : "own") : mail.automatic;
  if (!other && !automatic) throw new Error("it names no sender");
  const { address = "", name = null } = other ?? {};
  const { to, cc, recipients, replyTo, isVerified, remotePictures } = mail;
  const invitation = mail.invitation as unknown as Record<string, unknown> | null;
  const facts = { to, cc, recipients, replyTo, isVerified, remotePictures, invitation };
  return {
    externalId,
    direction,
    from: { id: address, name, email: address, phone: null },
    text: mail.text,
    files: [],
    sentAt: new Date(Math.min(mail.date?.getTime() ?? Infinity, Date.now())),
    mail: {
      ...{ messageId: mail.messageId, references: mail.references, subject: mail.subject },
      ...{ quoted: mail.quoted, html: mail.html, leftOut: mail.leftOut, bounce: mail.bounce },
      automatic,
      facts: { ...facts, isVerified: isOut || isVerified },
      parts: await Promise.all(mail.files.map(typed)),
    },
  };
}

function writtenTo({ to, cc }: Mail, { ownAddress }: Reader) {
  return [...to, ...cc].find(({ address }) => address !== ownAddress?.toLowerCase());
}

const headBytes = 65_536;

async function typed(file: MailFile): Promise<MailFile> {
  return { ...file, type: await typeOf(file.bytes.subarray(0, headBytes)) };
}
