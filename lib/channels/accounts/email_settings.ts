import * as z from "zod";
import { comparedDomain } from "@/lib/input/addresses/email_address.ts";
import * as field from "@/lib/input/fields.ts";
import { cleanText, nameText, text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";

/** Settings of a mailbox: IMAP to read, SMTP to send. */

export const securities = ["tls", "starttls", "none"] as const;
export type Security = (typeof securities)[number];

const host = cleanText.trim().overwrite(comparedDomain).max(253)
  .regex(/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|[\da-f.]*:[\da-f:.]*)$/, {
    error: message("hostName"),
  }).meta({
    override: { type: "string", minLength: 1, maxLength: 253 },
    description: "Name of a server, such as `imap.example.com`.",
  });
const port = z.int().min(1).max(65_535).meta({
  description: "TCP port of that server, such as 993.",
});
const security = z.enum(securities).meta({
  description: "How the connection is encrypted; `none` only to hosts that the operator allows.",
});
const user = text({ max: 254 }).meta({ description: "Name to sign in with." });
const folder = nameText({ max: 254 }).meta({
  description: "Folder of the mailbox that is read, such as `INBOX`.",
});

export const mailServer = z.strictObject({
  host: host.optional(),
  port: port.optional(),
  security: security.optional(),
  user: user.optional(),
  folder: folder.optional(),
}).meta({ id: "MailServer" });

/** Fields common to all mailboxes; a change keeps those it leaves out. */
export const mailSettings = {
  imap: mailServer.optional().meta({ description: "IMAP server that mail is read from." }),
  smtp: mailServer.optional().meta({ description: "SMTP server that mail is sent by." }),
  sent_copy: z.boolean().optional().meta({
    description: "Whether what is sent is put into Sent.",
  }),
  from_name: z.union([nameText({ max: 100 }), z.null()]).optional().meta({
    description: "Name beside the address in From; null: the sending member's own.",
  }),
  signature: z.union([text({ max: 2_000 }), z.null()]).optional().meta({
    description: "Signature below each message that is sent.",
  }),
  authserv_id: z.union([nameText({ max: 253 }), z.null()]).optional().meta({
    description: "Name in `Authentication-Results` of the receiving server; null: no sender is " +
      "verified.",
  }),
  import_since: z.union([field.day, z.null()]).optional().meta({
    description: "First day, at most 12 months back, of earlier mail that is read too.",
  }),
};

const whole = { host, port, security, user };

/** Settings of a new mailbox. */
export const newMailSettings = z.strictObject({
  imap: z.strictObject({ ...whole, folder: folder.default("INBOX") }),
  smtp: z.strictObject(whole),
  sent_copy: z.boolean().default(true),
  from_name: mailSettings.from_name,
  signature: mailSettings.signature,
  authserv_id: mailSettings.authserv_id,
  import_since: mailSettings.import_since.refine(isRecent, { error: message("within12Months") }),
});

function isRecent(since: string | null | undefined): boolean {
  if (!since) return true;
  const today = Temporal.Now.plainDateISO("UTC");
  const day = Temporal.PlainDate.from(since);
  return Temporal.PlainDate.compare(day, today.subtract({ months: 12 })) >= 0 &&
    Temporal.PlainDate.compare(day, today.add({ days: 1 })) <= 0;
}

/** Ways to sign in to a mailbox: a password, or OAuth of its provider. */
export const signInWays = ["password", "google", "microsoft"] as const;

export interface EmailSettings {
  sign_in: (typeof signInWays)[number];
  imap: { host: string; port: number; security: Security; user: string; folder: string };
  smtp: { host: string; port: number; security: Security; user: string };
  sent_copy: boolean;
  from_name: string | null;
  signature: string | null;
  authserv_id: string | null;
  import_since: string | null;
}

export const emailSecrets = z.strictObject({
  password: text({ max: 1_000 }).meta({
    description: "Password of the mailbox, or one that its provider makes for programs.",
  }),
}).meta({ id: "ChannelSecrets", description: "Secrets of the account, which no answer returns." });

export function emailSettingsOf(settings: unknown): EmailSettings {
  const empty = {
    sign_in: "password" as const,
    from_name: null,
    signature: null,
    authserv_id: null,
    import_since: null,
  };
  return { ...empty, ...settings as EmailSettings };
}
