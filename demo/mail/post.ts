/** The demo's mail: a mailbox of each sample company, and the servers that the app uses. */
import { join } from "node:path";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { startImap } from "./imap/server.ts";
import { Mailbox, type Owner } from "./mailbox.ts";
import { startSmtp } from "./smtp.ts";

export interface Post {
  mailboxes: Mailbox[];
  imapPort: number;
  smtpPort: number;
  /** Stops both servers; the mails stay. */
  close(): Promise<void>;
}

/** Name of the receiving server in `Authentication-Results`. */
export const authservId = "mail.demo.relevo.example";

/** Opens what is kept in `dir`, and makes what is not there yet. */
export async function openPost(dir: string, owners: readonly Owner[]): Promise<Post> {
  const mailboxes = await Promise.all(
    owners.map((owner) => Mailbox.open(join(dir, String(owner.companyId)), owner)),
  );
  const imap = startImap(mailboxes);
  const smtp = await startSmtp(mailboxes, (from, to, raw) => send(mailboxes, { from, to, raw }));
  return {
    mailboxes,
    imapPort: imap.port,
    smtpPort: smtp.port,
    close: async () => void await Promise.all([imap.close(), smtp.close()]),
  };
}

/** Sends to customers; a mail to another sample company comes in there too. */
async function send(
  mailboxes: readonly Mailbox[],
  { from, to, raw }: { from: Mailbox; to: string[]; raw: Uint8Array },
): Promise<void> {
  await from.add("delivered", raw);
  for (const mailbox of mailboxes.filter(({ account }) => to.includes(account.address))) {
    await deliver(mailbox, raw);
  }
}

/** A mail comes into a mailbox, whose server vouches for its sender: nobody forges any here. */
export async function deliver(mailbox: Mailbox, raw: Uint8Array, at?: Date): Promise<void> {
  const { from } = await readMail(raw, { ownAddress: null, authservId: null });
  const domain = from?.address.split("@")[1] ?? "unknown.invalid";
  const header = `Authentication-Results: ${authservId}; dmarc=pass header.from=${domain}\r\n`;
  await mailbox.add("inbox", joined(new TextEncoder().encode(header), raw), at);
}

function joined(head: Uint8Array, rest: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + rest.length);
  whole.set(head);
  whole.set(rest, head.length);
  return whole;
}
