/** A mailbox on loopback with mails in it, and a company that it is connected to. */
import { Buffer } from "node:buffer";
import { ImapFlow } from "imapflow";
import { type FilledStage, openFilledStage } from "@/bench/crm/filled_stage.ts";
import type { Kind } from "@/bench/stage.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { type Dovecot, password, startDovecot } from "@/tests/channels/email/dovecot.ts";
import { connectMailbox, makeSecretsKey } from "@/tests/support/channel_account.ts";

const user = "taller";
const company = 1;

export interface Mailbox extends AsyncDisposable {
  dovecot: Dovecot;
  open(): Promise<ImapFlow>;
}

export async function openMailbox(): Promise<Mailbox> {
  const dovecot = await startDovecot();
  return {
    dovecot,
    async open() {
      const client = new ImapFlow({
        ...{ host: "127.0.0.1", port: dovecot.port, secure: false, doSTARTTLS: false },
        ...{ disableCompression: true, disableAutoIdle: true, logger: false },
        auth: { user, pass: password },
      });
      await client.connect();
      return client;
    },
    [Symbol.asyncDispose]: () => dovecot[Symbol.asyncDispose](),
  };
}

/** How mail comes in: as new mail, or as the older mail that a mailbox is asked for. */
export type Way = "new" | "past";

/** A company of twelve people whose mailbox it is; the app begins to read it at once. */
export async function openCompany(
  kind: Kind,
  { dovecot, open }: Mailbox,
  { scale, way }: { scale: number; way: Way },
): Promise<{ filled: FilledStage; accountId: number }> {
  const secretsKey = makeSecretsKey();
  let accountId: number;
  const filled = await openFilledStage(kind, {
    scale,
    now: new Date(),
    env: { SECRETS_KEYS: secretsKey, CHANNEL_ALLOW_NETS: "127.0.0.0/8" },
    prepare: async ({ db }) => {
      accountId = await connectMailbox(db, {
        ...{ name: "Mailbox", address: "shop@shop.example", user, password, secretsKey },
        // Nothing leaves here: nobody listens there.
        ...{ imapPort: dovecot.port, smtpPort: 9 },
        settings: way === "past" ? { import_since: new Date().toISOString().slice(0, 10) } : {},
      });
      if (way === "past") return;
      const client = await open();
      const { uidValidity } = await client.mailboxOpen("INBOX", { readOnly: true });
      client.close();
      await inCompany(db, company, (trx) =>
        trx.insertInto("mailboxes").values({
          ...{ company_id: company, account_id: accountId, role: "inbox" },
          ...{ source: `127.0.0.1 ${user} INBOX`, uid_validity: Number(uidValidity), last_uid: 0 },
        }).execute());
    },
  });
  return { filled, accountId: accountId! };
}

/** Puts mails there, one after the other. */
export async function fill({ open }: Mailbox, mails: Iterable<string>): Promise<void> {
  const client = await open();
  try {
    for (const mail of mails) await client.append("INBOX", Buffer.from(mail));
  } finally {
    client.close();
  }
}

/** Milliseconds that the server alone takes to hand all of it out. */
export async function fetchAll({ open }: Mailbox): Promise<number> {
  const client = await open();
  try {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const startedAt = performance.now();
    let bytes = 0;
    for await (const { source } of client.fetch("1:*", { uid: true, source: true })) {
      bytes += source?.length ?? 0;
    }
    if (bytes === 0) throw new Error("nothing was fetched");
    return performance.now() - startedAt;
  } finally {
    client.close();
  }
}

const picture = Buffer.alloc(40_000, "picture").toString("base64").replace(/.{76}/g, "$&\r\n");

/** Mails as people's programs write them: text and HTML, a quoted mail, sometimes a picture. */
export function mailOf(writer: string, number: number): string {
  const text = `Is my order ${number} ready? I would come by tomorrow before noon.`;
  const quoted = "> We tell you as soon as it is ready.\r\n".repeat(20);
  const html = `<div dir="ltr">${text}</div><br><blockquote><p>${
    "We tell you as soon as it is ready. ".repeat(60)
  }</p></blockquote>`;
  const both = [
    'Content-Type: multipart/alternative; boundary="a"',
    "",
    "--a",
    "Content-Type: text/plain; charset=utf-8",
    "",
    `${text}\r\n\r\nOn Tue, 24 Nov 2026 at 10:00, Shop <shop@shop.example> wrote:\r\n\r\n${quoted}`,
    "--a",
    "Content-Type: text/html; charset=utf-8",
    "",
    html,
    "--a--",
    "",
  ].join("\r\n");
  const head = [
    `From: ${writer} <${writer.toLowerCase().replace(/\W/g, ".")}@customers.example>`,
    "To: Shop <shop@shop.example>",
    `Subject: Order ${number}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <m-${number}@customers.example>`,
    "MIME-Version: 1.0",
  ].join("\r\n");
  if (number % 10 > 0) return `${head}\r\n${both}`;
  return `${head}\r\nContent-Type: multipart/mixed; boundary="m"\r\n\r\n--m\r\n${both}\r\n--m\r\n` +
    `Content-Type: image/jpeg; name="door.jpg"\r\nContent-Transfer-Encoding: base64\r\n` +
    `Content-Disposition: attachment; filename="door.jpg"\r\n\r\n${picture}\r\n--m--\r\n`;
}
