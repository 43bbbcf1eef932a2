import type { EmailSettings } from "@/lib/channels/accounts/email_settings.ts";
import type { Credential } from "@/lib/channels/email/credential.ts";
import {
  addressesOf,
  type MailNetwork,
  type Protocol,
  withEvenRefusal,
} from "@/lib/channels/email/network.ts";
import { MailFailure } from "@/lib/channels/email/failure.ts";
import { imapFailure, openImap } from "@/lib/channels/email/imap.ts";
import { openSmtp } from "@/lib/channels/email/smtp.ts";

export type MailStep = "address" | "login" | "folder";

export interface MailTried {
  protocol: Protocol;
  step: MailStep;
  failure: MailFailure | null;
}

/**
 * Tries a mailbox as it will be used: its server's address, sign-in and folder, then how mail leaves
 * it, which sends nothing. Up to the first step that fails.
 */
export async function tryMailbox(
  { imap, smtp }: Pick<EmailSettings, "imap" | "smtp">,
  credential: Credential,
  { network, companyId, name }: { network: MailNetwork; companyId: number; name: string },
): Promise<MailTried[]> {
  const tried: MailTried[] = [];
  const step = async (protocol: Protocol, step: MailStep, work: () => Promise<unknown>) => {
    const failure = await work().then(() => null, imapFailure);
    tried.push({ protocol, step, failure });
    return failure === null;
  };
  let client: Awaited<ReturnType<typeof openImap>> | undefined;
  try {
    const isRead = await step("imap", "address", () =>
      withEvenRefusal(() =>
        addressesOf(network, imap, "imap", companyId)
      )) &&
      await step("imap", "login", async () => {
        client = await openImap({ ...imap, ...credential }, { network, companyId });
      }) &&
      await step("imap", "folder", () =>
        openFolder(client!, imap.folder));
    if (!isRead) {
      return tried;
    }
    await step("smtp", "address", () =>
      withEvenRefusal(() =>
        addressesOf(network, smtp, "smtp", companyId)
      )) &&
      await step("smtp", "login", async () => {
        (await openSmtp({ ...smtp, ...credential }, { network, companyId, name })).close();
      });
    return tried;
  } finally {
    client?.close();
  }
}

/** @throws MailFailure folder */
export async function openFolder(
  client: Awaited<ReturnType<typeof openImap>>,
  folder: string,
) {
  try {
    return await client.mailboxOpen(folder, { readOnly: true });
  } catch (error) {
    const failure = imapFailure(error);
    if (failure.outcome !== "protocol") throw failure;
    throw new MailFailure("folder", failure.detail, error);
  }
}
