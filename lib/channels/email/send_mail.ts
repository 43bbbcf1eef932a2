import { composeMail, type OutgoingFile, type OutgoingMail } from "@/lib/channels/email/compose.ts";
import type { EmailSettings } from "@/lib/channels/accounts/email_settings.ts";
import type { Credential } from "@/lib/channels/email/credential.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import {
  isForGood,
  MailFailure,
  type MailOutcome,
  type RefusedRecipient,
} from "@/lib/channels/email/failure.ts";
import { imapFailure, openImap } from "@/lib/channels/email/imap.ts";
import { appendSent, findSentFolder } from "@/lib/channels/email/sent_folder.ts";
import { openSmtp, type SmtpSession } from "@/lib/channels/email/smtp.ts";
import { foreignLetters } from "@/lib/input/addresses/email_address.ts";

interface Sending {
  settings: EmailSettings;
  credential: Credential;
  mail: OutgoingMail;
  /** Addresses that it goes to now; its head names all. */
  recipients: string[];
  text: string;
  files: OutgoingFile[];
  threadId: string | null;
  network: MailNetwork;
  companyId: number;
  name: string;
  signal: AbortSignal;
}

export interface MailSent {
  outcome: "sent" | MailOutcome;
  detail?: string;
  refusals?: RefusedRecipient[];
  /** The sent RFC 5322 message, for its copy in the folder of sent mail. */
  raw?: Uint8Array;
}

/** Timeout of one attempt. */
const mostMs = 280_000;

/** Sends a mail by the account's server, once. Never rejects. */
export async function sendMail(sending: Sending): Promise<MailSent> {
  const { settings, credential, mail, network, companyId, name, signal } = sending;
  let session: SmtpSession | undefined;
  let unwritable: RefusedRecipient[] = [];
  const stop = () => session?.abort();
  const timer = setTimeout(stop, mostMs);
  signal.addEventListener("abort", stop);
  try {
    session = await openSmtp({ ...settings.smtp, ...credential }, { network, companyId, name });
    if (signal.aborted) return { outcome: "aborted" };
    const { hasUtf8 } = session;
    const from = mail.from.address;
    unwritable = hasUtf8 ? [] : unwritableOf(sending.recipients);
    const to = sending.recipients.filter((one) =>
      !unwritable.some(({ address }) => address === one)
    );
    const letters = to.length > 0 ? foreignLetters(from) : unwritable[0]?.reason;
    if (letters && !hasUtf8) throw new MailFailure("no_smtputf8", letters);
    const { text, files, threadId } = sending;
    const raw = await composeMail(mail, text, files, { threadId, hasUtf8 });
    const { detail, refusals } = await session.send({ from, to, raw });
    return { outcome: "sent", detail, refusals: [...unwritable, ...refusals], raw };
  } catch (error) {
    const failure = error instanceof MailFailure ? error : imapFailure(error);
    const isStopped = signal.aborted && failure.outcome !== "uncertain" && !isFinal(failure);
    const { detail } = failure;
    const refusals = [...unwritable, ...failure.refusals];
    return { outcome: isStopped ? "aborted" : failure.outcome, detail, refusals };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    session?.close();
  }
}

function unwritableOf(addresses: readonly string[]): RefusedRecipient[] {
  return addresses.flatMap((address): RefusedRecipient[] => {
    const reason = foreignLetters(address);
    return reason ? [{ address, isFinal: true, reason, outcome: "no_smtputf8" }] : [];
  });
}

function isFinal({ outcome }: MailFailure): boolean {
  return isForGood(outcome) || outcome === "deferred";
}

/** Appends the mail to the mailbox's folder of sent mail. @throws MailFailure */
export async function keepCopy(
  { settings, credential, network, companyId, mail }: Pick<
    Sending,
    "settings" | "credential" | "network" | "companyId" | "mail"
  >,
  raw: Uint8Array,
): Promise<void> {
  const client = await openImap({ ...settings.imap, ...credential }, { network, companyId });
  try {
    const folder = await findSentFolder(client);
    if (folder === undefined) throw new MailFailure("folder");
    await appendSent(client, folder, raw, new Date(mail.date));
  } finally {
    client.close();
  }
}
