import { addressOf } from "@/lib/channels/in/author/address_of.ts";
import { typeOf } from "@/lib/files/sniff.ts";
import { withEnding } from "@/lib/channels/email/read/files/names.ts";
import type { MailFile } from "@/lib/channels/email/read/mail.ts";
import { type Reader, readMail } from "@/lib/channels/email/read/read_mail.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";
import { currentMs } from "@/lib/tools/clock.ts";

/** Parses a mail into an inbound message, as yet of its From. @throws Error it names no sender */
export async function toMailInbound(
  body: Uint8Array,
  { externalId, direction, reader }: {
    externalId: string;
    direction: "in" | "out";
    reader: Reader;
  },
): Promise<Inbound> {
  const mail = readMail(body, reader);
  const { from, automatic, origin } = mail;
  if (!from && !automatic && direction === "in") throw new Error("it names no sender");
  const { to, cc, recipients, replyTo, isVerified, remotePictures } = mail;
  const invitation = mail.invitation as unknown as Record<string, unknown> | null;
  const leftOut = mail.leftOut.map(({ reason }) => reason);
  const facts = {
    to,
    cc,
    recipients,
    replyTo,
    isVerified,
    remotePictures,
    leftOut,
    invitation,
    sentBy: null,
    isBulk: origin.isBulk,
    ...(mail.isSigned ? { isSigned: true } : {}),
    ...(mail.deliveredTo.length > 0 ? { deliveredTo: mail.deliveredTo } : {}),
  };
  return {
    externalId,
    direction,
    from: addressOf(from),
    text: mail.text,
    files: [],
    sentAt: new Date(Math.min(mail.date?.getTime() ?? Infinity, currentMs())),
    mail: {
      messageId: mail.messageId,
      references: mail.references,
      subject: mail.subject,
      quoted: mail.quoted,
      html: mail.html,
      leftOut: mail.leftOut,
      automatic,
      origin,
      bounce: mail.bounce,
      likelyBounce: mail.likelyBounce,
      ...(mail.forwards.length > 0 ? { forwards: mail.forwards } : {}),
      facts,
      parts: await Promise.all(mail.files.map(typed)),
    },
  };
}

const headBytes = 65_536;

async function typed(file: MailFile): Promise<MailFile> {
  const type = await typeOf(file.bytes.subarray(0, headBytes));
  return { ...file, name: withEnding(file.name, type), type };
}
