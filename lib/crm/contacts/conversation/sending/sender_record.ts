import * as z from "zod";
import { limitsOf } from "@/lib/channels/meta/out/limits.ts";
import { readSenders, type Senders, usualOf } from "@/lib/crm/contacts/conversation/senders.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";
import { channel } from "@/lib/crm/contacts/contact.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { accountKinds } from "@/lib/values/account_kinds.ts";

/** Accounts that a contact can be written to by, as the API has them. */

const limitsRecord = z.object({
  characters: z.int().nullable().meta({ description: "Of one message; longer text is split." }),
  bytes: z.int().nullable().meta({ description: "The same in bytes of UTF-8, of Instagram." }),
  file_bytes: z.int().meta({ description: "Size of the largest file in bytes." }),
  types: z.array(z.string()).nullable().meta({
    description: "Media types of files that it takes, such as `audio/*`; null: any.",
  }),
}).meta({ id: "SenderLimits" });

export const senderRecord = z.object({
  id: z.int().meta({ description: "Id of the account, for `via`." }),
  name: z.string().meta({ description: "Name of the account, as members read it." }),
  kind: z.enum(accountKinds).meta({ description: "What kind of account it is." }),
  channel: channel.meta({ description: "How messages by it come and go." }),
  is_paused: z.boolean().meta({ description: "Whether it sends only once it is resumed." }),
  is_usual: z.boolean().meta({
    description:
      "Whether it is chosen where none is: they wrote to it last, or it is the only one.",
  }),
  window_until: z.iso.datetime().nullable().meta({
    description: "Until when they may be written to freely, by WhatsApp, Instagram or Facebook; " +
      "null where there is no such bound, or they never wrote.",
  }),
  after: z.enum(["template", "human_agent"]).nullable().meta({
    description: "What is left once that is over: a WhatsApp template, or a member's own answer " +
      "within 7 days; null: nothing.",
  }),
  to: z.string().nullable().meta({
    description: "Where it writes to: an e-mail address, or the person's id at the account.",
  }),
  username: z.string().nullable().meta({
    description: "The person's name at WhatsApp, Instagram or Facebook, where it is told.",
  }),
  opted_in: z.boolean().nullable().meta({
    description: "Of WhatsApp: whether they agreed to templates; else null.",
  }),
  limits: limitsRecord.meta({ description: "What one message may carry." }),
}).meta({ id: "Sender" });

/** @throws Problem not_found */
export async function listSenders(db: Db, reader: Reader, contactId: number) {
  await findContact(db, reader, contactId);
  return senderRecords(await readSenders(db, reader, { contactId }));
}

export function senderRecords(senders: Senders) {
  const usual = usualOf(senders);
  return senders.accounts.map(({ id, name, kind, channel, isPaused, mail, meta }) => ({
    id,
    name,
    kind,
    channel,
    is_paused: isPaused,
    is_usual: id === usual,
    window_until: meta && meta.windowUntil && new Date(meta.windowUntil),
    after: meta?.after ?? null,
    to: mail?.to ?? meta?.to ?? null,
    username: meta?.username ?? null,
    opted_in: kind === "whatsapp" ? meta?.isOptedIn ?? false : null,
    limits: limitsOf(kind),
  }));
}
