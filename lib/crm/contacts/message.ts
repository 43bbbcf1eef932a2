import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { channel } from "@/lib/crm/contacts/contact.ts";
import { text } from "@/lib/input/input.ts";
import type { NounList } from "@/lib/records/nouns.ts";

/** A message of a thread: inbound (`in`), outbound (`out`) or an internal note. */

const directions = ["in", "out", "note"] as const;
export type Direction = (typeof directions)[number];

/** The activity recorded for each direction. */
export const messageVerbs = {
  in: "message_received",
  out: "message_sent",
  note: "message_noted",
} as const satisfies Record<Direction, string>;

export const messageCreate = z.strictObject({
  direction: z.enum(directions),
  channel: channel.optional().meta({ description: "The contact's own channel unless said." }),
  body: text({ max: 10_000 }),
  external_id: field.optionalText(254).meta({
    description: "The id in the channel; the same one again on that channel is `duplicate`.",
  }),
  sent_at: field.instant.optional().meta({ description: "Now unless said; not in the future." }),
}).meta({ id: "MessageCreate" });
export type MessageCreate = z.output<typeof messageCreate>;

/** What the public form stores beside the text. */
const formMeta = z.object({
  fields: z.record(z.string(), z.string()),
  /** As typed in the form; may differ from the contact's data. */
  sender: z.object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    organization: z.string().nullable(),
    subject: z.string().nullable(),
  }),
  consent: z.boolean().nullable(),
  consent_text_version: z.string().nullable().optional(),
  consent_text_hash: z.string().nullable().optional(),
  referrer: z.string().nullable().optional(),
  utm: z.record(z.string(), z.string()).nullable().optional(),
  source_url: z.string().nullable(),
  /** Why it was filed as spam, or held: `daily_limit`. */
  trap: z.enum(["honeypot", "too_fast", "daily_limit"]).nullable(),
  /** Content of the hidden field. */
  honeypot: z.string().nullable(),
});
export type FormMeta = z.output<typeof formMeta>;

export const messageRecord = z.object({
  id: z.int(),
  created_at: z.iso.datetime(),
  direction: z.enum(directions),
  channel,
  body: z.string(),
  external_id: z.string().nullable(),
  author: field.reference.nullable(),
  sent_at: z.iso.datetime(),
  meta: formMeta.nullable(),
}).meta({ id: "Message" });

export const messageList: NounList = {
  sorts: { sent_at: "t.sent_at" },
  defaultSort: "-sent_at",
};
