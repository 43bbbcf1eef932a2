import type { OutboxRecipient } from "@/lib/db/tables/channels.ts";
import type { Db } from "@/lib/db/connection.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { type EmailSettings, emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import { MailFailure, type MailOutcome } from "@/lib/channels/email/failure.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import { keepCopy, type MailSent, sendMail } from "@/lib/channels/email/send_mail.ts";
import { domainOf, type ThreadIds } from "@/lib/channels/email/thread_ids.ts";
import type { Payload } from "@/lib/channels/out/payload.ts";
import { readFiles } from "@/lib/channels/out/read_files.ts";
import { pendingOf } from "@/lib/channels/out/recipients.ts";

interface MailCall {
  companyId: number;
  settings: Record<string, unknown>;
  accountId: number;
  payload: Payload;
  recipients: OutboxRecipient[] | null;
}

export interface MailCaller {
  db: Db;
  log: Log;
  network: MailNetwork;
  name: string;
  logins: MailLogins;
  threads: ThreadIds | null;
}

/** Sends a message by a mailbox. A copy that cannot be kept makes it no less sent. */
export async function callMailbox(
  { companyId, accountId, settings: stored, payload, recipients: standing }: MailCall,
  { db, log, network, name, logins, threads }: MailCaller,
  signal: AbortSignal,
): Promise<Omit<MailSent, "raw"> & { durationMs: number }> {
  const startedAt = performance.now();
  const settings: EmailSettings = emailSettingsOf(stored);
  const { mail, text, messageId } = payload;
  if (!mail || !threads) return { outcome: "protocol", durationMs: 0 };
  const files = await readFiles(db, companyId, payload.files);
  const credential = await logins.of({ companyId, accountId, settings }).catch(refused);
  if ("outcome" in credential) {
    return { ...credential, durationMs: performance.now() - startedAt };
  }
  const connection = { settings, credential, mail, network, companyId };
  const { contactId } = mail;
  const threadId = contactId === null
    ? null
    : threads.idOf({ companyId, contactId }, domainOf(mail.from.address));
  const recipients = pendingOf(mail, standing);
  const sending = { ...connection, recipients, text, files, threadId, name, signal };
  const { raw, ...sent } = await sendMail(sending);
  if (sent.outcome === "login") logins.forget(accountId);
  const durationMs = performance.now() - startedAt;
  const isFirst = !standing?.some(({ state }) => state === "sent");
  if (raw && settings.sent_copy && isFirst) {
    // Reading the folder recognizes the copy by its Message-ID.
    keepCopy(connection, raw).catch((error) =>
      log.warn("sent_copy_not_kept", { messageId, companyId, ...describeError(error) })
    );
  }
  return { ...sent, durationMs };
}

function refused(error: unknown): { outcome: MailOutcome; detail?: string } {
  if (!(error instanceof MailFailure)) throw error;
  return { outcome: error.outcome, detail: error.detail };
}
