import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { filterValues } from "@/lib/input/list.ts";
import { unmerged } from "@/lib/records/merge.ts";
import type { NounList } from "@/lib/records/nouns.ts";
import { text } from "@/lib/input/input.ts";

/** A contact: a person who wrote to the company. */

export const channels = [
  "web",
  "whatsapp",
  "instagram",
  "facebook",
  "phone",
  "referral",
  "other",
] as const;
export const channel = z.enum(channels);
export const contactStatuses = ["new", "read", "archived"] as const;
export type ContactStatus = (typeof contactStatuses)[number];

/** Status changes allowed by hand; an inbound message sets `new` from any status. */
export const contactMoves: Record<ContactStatus, readonly ContactStatus[]> = {
  new: ["read", "archived"],
  read: ["new", "archived"],
  archived: ["read"],
};

/** Spam verbs allowed, by whether the contact is spam. */
export const contactCan = {
  "spam": { whenSpam: false },
  "not-spam": { whenSpam: true },
} as const;

/** The form only suspects spam; a person decides. */
export const spamScores = { none: 0, suspected: 50, byPerson: 100 } as const;

/** What was consented to, where and when: kept and merged together. */
export const consentFields = [
  "consent_at",
  "consent_text_version",
  "consent_text_hash",
  "consent_source",
] as const;

const common = {
  channel_contact_id: field.optionalText(254),
  name: field.optionalName(200),
  email: field.optionalEmail,
  phone: field.optionalPhone,
  organization: field.optionalName(200),
  subject: field.optionalText(200),
  assignee_id: field.id.nullable().optional(),
  next_action_at: field.instant.nullable().optional(),
  next_action_note: field.optionalText(500),
  language: field.language.nullable().optional(),
  source_url: field.optionalLink,
  marketing_consent: z.boolean().optional(),
  tags: field.emptiable(field.tags).optional(),
};

/** May include the first message. */
export const contactCreate = z.strictObject({
  ...common,
  channel: channel.default("other"),
  message: text({ max: 5000 }).optional(),
}).meta({ id: "ContactCreate" });
export type ContactCreate = z.output<typeof contactCreate>;

export const contactPatch = z.strictObject({
  ...common,
  status: z.enum(contactStatuses).optional(),
  version: field.version,
}).meta({ id: "ContactPatch" });
export type ContactPatch = z.output<typeof contactPatch>;

export const contactRecord = z.object({
  ...field.recordFields,
  channel,
  channel_contact_id: z.string().nullable(),
  status: z.enum(contactStatuses),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  organization: z.string().nullable(),
  subject: z.string().nullable(),
  message: z.string().nullable(),
  assignee: field.reference.nullable(),
  converted_client: field.reference.nullable(),
  converted_client_id: z.int().nullable(),
  converted_at: z.iso.datetime().nullable(),
  next_action_at: z.iso.datetime().nullable(),
  next_action_note: z.string().nullable(),
  first_response_at: z.iso.datetime().nullable(),
  last_message_at: z.iso.datetime(),
  last_direction: z.enum(["in", "out", "note"]).nullable(),
  language: field.language.nullable(),
  source_url: z.string().nullable(),
  marketing_consent: z.boolean(),
  consent_at: z.iso.datetime().nullable(),
  consent_text_version: z.string().nullable(),
  consent_text_hash: z.string().nullable().meta({
    description:
      "SHA-256 in hex of the company's `consent_text` at that time; where it had none, " +
      "of the version that the form named.",
  }),
  consent_source: z.string().nullable().meta({
    description: "The page with the form, or `contact_form` where the browser did not say.",
  }),
  referrer: z.string().nullable(),
  utm: z.record(z.string(), z.string()).nullable(),
  is_spam: z.boolean(),
  held: z.boolean(),
  merged_into_id: z.int().nullable(),
  tags: z.array(z.string()),
}).meta({ id: "Contact" });

export const contactUnmerged = z.object({ contact: contactRecord, ...unmerged }).meta({
  id: "ContactUnmerged",
});

export const contactList: NounList = {
  words: "contact",
  sorts: {
    last_message_at: "t.last_message_at",
    created_at: "t.created_at",
    name: "t.name",
    next_action_at: "t.next_action_at",
    status: "t.status",
  },
  defaultSort: "-last_message_at",
  filters: {
    status: { column: "t.status", value: z.enum(contactStatuses) },
    channel: { column: "t.channel", value: channel },
    is_spam: { column: "t.is_spam", value: filterValues.flag },
    held: { column: "t.held", value: filterValues.flag },
    converted_client_id: { column: "t.converted_client_id", value: filterValues.id },
  },
  ranges: {
    created_at: { column: "t.created_at", value: "instant" },
    last_message_at: { column: "t.last_message_at", value: "instant" },
    next_action_at: { column: "t.next_action_at", value: "instant" },
  },
  assignee: "t.assignee_id",
  tags: "t.tags",
  present: { converted: "t.converted_client_id" },
  due: { next_action: "t.next_action_at" },
  others: {
    unanswered: filterValues.flag.meta({
      description: "Wrote last, more than 24 hours ago, and is not archived.",
    }),
  },
  counted: {
    kind: "contact",
    by: { status: "status", assignee_id: "assignee_id", channel: "facet" },
  },
};

/** Strongest reason first. */
export const likenesses = ["same_email", "same_phone", "similar_name"] as const;
export type Likeness = (typeof likenesses)[number];

export const twinRecord = contactRecord.pick({
  id: true,
  name: true,
  email: true,
  phone: true,
  organization: true,
  channel: true,
  status: true,
  last_message_at: true,
}).extend({ reason: z.enum(likenesses) }).meta({ id: "Twin" });
export type Twin = Omit<z.output<typeof twinRecord>, "last_message_at"> & { last_message_at: Date };
