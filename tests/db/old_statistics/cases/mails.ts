/** Mailboxes and mails whose statements are looked at. */
import { findMailbox, signInAnew } from "@/lib/channels/accounts/sign_in.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { withoutErased } from "@/lib/channels/in/erased_mail.ts";
import { FolderRows } from "@/lib/channels/in/mailboxes/folder_rows.ts";
import { redirectQueued } from "@/lib/channels/out/outbox.ts";
import { crmChannelHandlers as handlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import { unfileForward } from "@/lib/crm/contacts/conversation/forward/unfile_forward.ts";
import { writeMail } from "@/lib/crm/contacts/conversation/mail_out.ts";
import { refuseUnseen } from "@/lib/crm/contacts/conversation/message_records.ts";
import { settleThreads } from "@/lib/crm/contacts/conversation/return_messages.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { keepFiles } from "@/lib/files/keep_files.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { sql } from "kysely";
import { incoming } from "../more_rows.ts";
import { idOf, uuidOf } from "../rows.ts";
import { mails } from "./batches.ts";
import { accountId, actor, arrange, type Case, refused, silent, tenant, within } from "./case.ts";

const cipher = new SecretCipher([new Uint8Array(32)]);
const server = (host: string) => ({ host, port: 993, security: "tls", user: "taller" }) as const;
const settings = {
  ...{ imap: { ...server("imap.example"), folder: "INBOX" }, smtp: server("smtp.example") },
  sent_copy: true,
};
const address = "taller@correo.example";
const numbers = Array.from({ length: 48 }, (_, n) => n + 2_001);
const contactId = idOf(1, 7);
/** The contact's first message that came in, and the one that went out. */
const [came, went] = [idOf(1, incoming + 7), idOf(1, 7)];

/** The program's account, as if it were a mailbox: it has the messages. */
const mailbox = {
  ...{ id: accountId, company_id: 1, kind: "email", name: "Taller", address, settings },
} as unknown as Account;

async function addMailbox(trx: Trx): Promise<number> {
  const { id } = await trx.insertInto("channel_accounts").values({
    ...{ company_id: 1, kind: "email", channel: "other", name: "Taller", address },
    settings: JSON.stringify(settings),
  }).returning("id").executeTakeFirstOrThrow();
  return id;
}

const rawMails = numbers.map((n) => ({
  uid: n,
  raw: new TextEncoder().encode(
    `From: c${n}@correo.example\r\nMessage-ID: <new${n}@correo.example>\r\n\r\nHola`,
  ),
}));

export const mailCases: Record<string, Case> = {
  "sign a mailbox in": within(async (trx) => {
    const id = await addMailbox(trx);
    await findMailbox(trx, tenant, id);
    const imap = { ...server("imap.gmail.example"), folder: "INBOX" };
    const servers = { imap, smtp: server("smtp.gmail.example") };
    const signedIn = { provider: "google", address, servers, refreshToken: "t" } as const;
    await signInAnew(trx, actor, id, signedIn, cipher);
  }),
  "redirect what waits": within(async (trx) => {
    const id = await addMailbox(trx);
    const ids = numbers.map((n) => `'${uuidOf("o", n)}'`).join(", ");
    await arrange(trx, `update outbox set account_id = ${id} where id in (${ids})`);
    await redirectQueued(trx, tenant, id, "mail:other.example");
  }),
  "a mailbox's folder": async (db) => {
    const stores = { db, announce: silent, handlers };
    const folder = new FolderRows(stores, { company_id: 1, id: accountId }, "inbox");
    await folder.find();
    await folder.keepCursor({ source: "imap taller ", uid_validity: 1, last_uid: 1 }, new Date());
    await folder.store(rawMails, { isQuiet: false, isPast: false });
  },
  "mail that was erased": within(async (trx) => {
    await sql`insert into erased_mail_salts values (1, ${new Uint8Array(32)})`.execute(trx);
    await sql`insert into erased_mail (company_id, digest, erased_at)
      select 1, sha256(${new Uint8Array(32)} || convert_to('m' || n, 'UTF8')), now()
      from generate_series(2001, 2048) n`.execute(trx);
    await withoutErased(trx, tenant, mails);
  }),
  "a mail of ours": within((trx) =>
    handlers.findMail(trx, mailbox, {
      ...{ direction: "out", mail: { messageId: "7@correo.example" } },
    } as never)
  ),
  "write a mail": within((trx) =>
    writeMail(trx, mailbox, {
      ...{ contactId, sentBy: "Ana", sentAt: new Date(), isToClient: false, cc: [] },
      recipient: { id: null, name: null, email: "c7@correo.example", phone: null },
      despite_refusal: false,
      subject: null,
    }).catch(() => {})
  ),
  "a message that nobody has seen": within((trx) =>
    refused(refuseUnseen(trx, actor, [contactId], 0))
  ),
  "a mail that comes back": within(async (trx) => {
    const own = { company_id: 1, message_id: went, value: "went7@correo.example", is_own: true };
    const to = [{ name: null, address: "c7@correo.example" }];
    await trx.updateTable("contact_messages")
      .set({ via_id: accountId, mail: JSON.stringify({ to, cc: [] }) })
      .where("company_id", "=", 1).where("id", "=", went).execute();
    await trx.insertInto("mail_ids").values(own).execute();
    const action = "failed";
    const recipient = { address: to[0]!.address, action, status: "5.1.1", reason: "no" } as const;
    const bounce = { about: [own.value], recipients: [recipient], isInWords: false };
    await handlers.noteBounce(trx, mailbox, bounce);
  }),
  "settle threads": within((trx) => settleThreads(trx, actor, [contactId, idOf(1, 8)])),
  "take a forward back": within(async (trx) => {
    const before = { body: "Mira", quoted: null, subject: null, sender: null, facts: {} };
    const filed = { contactId: idOf(1, 8), isOpened: true, noteId: null, before };
    const person = { name: null, address: "c7@correo.example" };
    const forwarded = { person, subject: null, date: null, words: null, text: null, filed };
    await trx.updateTable("contact_messages").set({
      mail: JSON.stringify({ to: [], cc: [], recipients: 1, forwarded }),
    })
      .where("company_id", "=", 1).where("id", "=", came).execute();
    await unfileForward(trx, actor, contactId, came);
  }),
  "files of a mail": within((trx) =>
    keepFiles(trx, tenant, came, {
      files: [
        {
          ...{ name: "foto.jpg", type: "image/jpeg", contentId: null },
          bytes: new Uint8Array(8),
        },
      ],
      leftOut: [{ name: "largo.mov", type: "video/quicktime", size: 9 }],
      mostBytes: 1_000_000,
    })
  ),
};
