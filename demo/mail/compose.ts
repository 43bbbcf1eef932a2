import { Buffer } from "node:buffer";
import MailComposer from "nodemailer/lib/mail-composer";

interface Party {
  name: string;
  address: string;
}

export interface Letter {
  from: Party;
  to: Party;
  subject: string;
  text: string;
  html?: string;
  files?: { name: string; type: string; bytes: Uint8Array }[];
  date?: Date;
  /** Message-ID with its brackets; generated if left out. */
  messageId?: string;
  /** Message-IDs of the mails it answers, oldest first. */
  references?: string[];
  headers?: Record<string, string>;
}

/** Composes a mail as common mail programs do (RFC 5322). */
export async function compose(letter: Letter): Promise<Uint8Array> {
  const { from, references = [], files = [], messageId, ...message } = letter;
  const composer = new MailComposer({
    ...message,
    from,
    messageId: messageId ?? `<${crypto.randomUUID()}@${from.address.split("@")[1]}>`,
    ...(references.length > 0 ? { references, inReplyTo: references.at(-1) } : {}),
    attachments: files.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type || undefined,
      content: Buffer.from(bytes),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Uint8Array(await composer.compile().build());
}

/** Text of the answered mail, quoted below an attribution line. */
export function quotedBelow(text: string, original: string): string {
  return `\n\n${original}\n${text.split("\n").map((line) => line ? `> ${line}` : ">").join("\n")}`;
}
