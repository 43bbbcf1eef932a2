import { composeMail, type OutgoingFile, type OutgoingMail } from "@/lib/channels/email/compose.ts";
import type { EmailSettings } from "@/lib/channels/accounts/email_settings.ts";
import type { Credential } from "@/lib/channels/email/credential.ts";
import type { MailDoor } from "@/lib/channels/email/door.ts";
import { MailFailure, type MailOutcome, type WrongAddress } from "@/lib/channels/email/failure.ts";
import { imapFailure, openImap } from "@/lib/channels/email/imap.ts";
import { appendSent, findSentFolder } from "@/lib/channels/email/sent_folder.ts";
import { openSmtp, type SmtpSession } from "@/lib/channels/email/smtp.ts";

interface Sending {
  settings: EmailSettings;
  credential: Credential;
  mail: OutgoingMail;
  text: string;
  files: OutgoingFile[];
  threadId: string | null;
  door: MailDoor;
  companyId: number;
  name: string;
  signal: AbortSignal;
}

export interface MailSent {
  outcome: "sent" | MailOutcome;
  said?: string;
  /** Addresses that were refused while others were accepted. */
  refused?: string[];
  /** Addresses that were refused permanently. */
  wrong?: WrongAddress[];
  /** The sent RFC 5322 message, for its copy in the folder of sent mail. */
  raw?: Uint8Array;
}

/** Timeout, below the lease of a message being sent. */
const mostMs = 280_000;

/** Sends a mail by the account's server, once. Never rejects. */
export async function sendMail(sending: Sending): Promise<MailSent> {
  const { settings, credential, mail, door, companyId, name, signal } = sending;
  let session: SmtpSession | undefined;
  const stop = () => session?.abort();
  const timer = setTimeout(stop, mostMs);
  signal.addEventListener("abort", stop);
  try {
    const raw = await composeMail(mail, sending.text, sending.files, sending.threadId);
    session = await openSmtp({ ...settings.smtp, ...credential }, { door, companyId, name });
    if (signal.aborted) return { outcome: "aborted" };
    const to = [...new Set([...mail.to, ...mail.cc].map(({ address }) => address))];
    const { said, refused, wrong } = await session.send({ from: mail.from.address, to, raw });
    return { outcome: "sent", said, ...(refused.length > 0 ? { refused } : {}), wrong, raw };
  } catch (error) {
    const failure = error instanceof MailFailure ? error : imapFailure(error);
    const isStopped = signal.aborted && failure.outcome !== "uncertain" && !isFinal(failure);
    const { said, wrong } = failure;
    return { outcome: isStopped ? "aborted" : failure.outcome, said, wrong };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    session?.close();
  }
}

function isFinal({ outcome }: MailFailure): boolean {
  return outcome === "rejected" || outcome === "deferred";
}

/** Appends the mail to the mailbox's folder of sent mail. @throws MailFailure */
export async function keepCopy(
  { settings, credential, door, companyId, mail }: Pick<
    Sending,
    "settings" | "credential" | "door" | "companyId" | "mail"
  >,
  raw: Uint8Array,
): Promise<void> {
  const client = await openImap({ ...settings.imap, ...credential }, { door, companyId });
  try {
    const folder = await findSentFolder(client);
    if (folder === undefined) throw new MailFailure("folder");
    await appendSent(client, folder, raw, new Date(mail.date));
  } finally {
    client.close();
  }
}
