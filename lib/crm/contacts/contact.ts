import * as z from "zod";
import { accountKinds } from "@/lib/values/account_kinds.ts";
import { channels } from "@/lib/crm/contacts/channels.ts";
import { contactFields, contactStatuses } from "@/lib/crm/contacts/fields.ts";
import { filterValues } from "@/lib/input/list.ts";
import { listOf } from "@/lib/records/fields/list.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import { unmerged } from "@/lib/records/merge.ts";
import { linesText } from "@/lib/input/input.ts";

/** A contact: a person who wrote to the company. */

export const channel = z.enum(channels);
export { contactStatuses };
export type ContactStatus = (typeof contactStatuses)[number];

/** Status changes allowed by hand; an inbound message sets `new` from any status. */
export const contactMoves: Record<ContactStatus, readonly ContactStatus[]> = {
  new: ["read", "archived"],
  read: ["new", "archived"],
  archived: ["read"],
};

export function canMove(from: ContactStatus, to: ContactStatus): boolean {
  return from === to || contactMoves[from].includes(to);
}

/** Spam verbs allowed, by whether the contact is spam. */
export const contactCan = {
  "spam": { whenSpam: false },
  "not-spam": { whenSpam: true },
} as const;

/** The form only suspects spam; a person decides. */
export const spamScores = { none: 0, suspected: 50, byPerson: 100 } as const;

/** Fields of a consent, kept and merged together. */
export const consentFields = [
  "consent_at",
  "consent_text_version",
  "consent_text_hash",
  "consent_source",
] as const;

/** Body of a new contact; may include the first message. */
export const contactCreate = createSchema(contactFields, { message: linesText({ max: 5000 }) })
  .extend({ channel: channel.default("other").meta({ description: contactFields.channel.means }) })
  .meta({ id: "ContactCreate" });
export type ContactCreate = z.output<typeof contactCreate>;

export const contactPatch = patchSchema(contactFields).meta({ id: "ContactPatch" });
export type ContactPatch = z.output<typeof contactPatch>;

export const contactRecord = recordSchema(contactFields, {
  utm: z.record(z.string(), z.string()).nullable(),
}).extend({
  converted_client_id: z.int().nullable().meta({ description: "Id of the client that it became." }),
  by_mail: z.boolean().meta({
    description: "Whether a mail passed with it; its `channel` is `other`.",
  }),
}).meta({ id: "Contact" });

export const contactUnmerged = z.object({
  contact: contactRecord.meta({
    description: "The contact that the merge had put into another one.",
  }),
  ...unmerged,
}).meta({
  id: "ContactUnmerged",
});

export const contactList = listOf(contactFields, {
  words: "contact",
  defaultSort: "-last_message_at",
  present: { converted: "t.converted_client_id" },
  due: { next_action: "t.next_action_at" },
  others: {
    waiting: filterValues.flag.meta({
      description: "Waits for an answer: wrote last and is not archived. Becoming a client ends " +
        "the wait of those who had an answer before.",
    }),
    unanswered: filterValues.flag.meta({
      description: "Has waited for an answer for more than 24 hours.",
    }),
    account_kind: z.enum([...accountKinds, "not_email"]).meta({
      description:
        "Kind of an account that a message passed by: `email` is a mailbox, though the " +
        "`channel` of its contacts is `other`; `not_email` are those that no mail passed with.",
    }),
    via: filterValues.id.meta({
      description: "Id of an account that a message passed by.",
    }),
  },
  counted: {
    kind: "contact",
    by: { status: "status", assignee_id: "assignee_id", channel: "facet" },
  },
});

/** Strongest reason first. */
export const likenesses = ["same_person", "same_email", "same_phone", "similar_name"] as const;
export type Likeness = (typeof likenesses)[number];

export const duplicateRecord = contactRecord.pick({
  id: true,
  name: true,
  email: true,
  phone: true,
  organization: true,
  channel: true,
  by_mail: true,
  status: true,
  last_message_at: true,
}).extend({ reason: z.enum(likenesses).meta({ description: "Why it may be the same contact." }) })
  .meta({
    id: "Duplicate",
  });
export type Duplicate = Omit<z.output<typeof duplicateRecord>, "last_message_at"> & {
  last_message_at: Date;
};
