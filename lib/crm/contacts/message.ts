import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { channel } from "@/lib/crm/contacts/contact.ts";
import { mailPerson } from "@/lib/channels/email/mail_person.ts";
import { invitationRecord } from "@/lib/crm/contacts/conversation/invitation/invitation_record.ts";
import { metaFields, metaInput } from "@/lib/crm/contacts/conversation/meta_record.ts";
import { deliveryRecord } from "@/lib/channels/out/delivery.ts";
import { despiteRefusal } from "@/lib/channels/email/refused_address.ts";
import { fileIds, fileRecord } from "@/lib/files/file.ts";
import { isVisible, nameText, text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";
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

const body = text({ min: 0, max: 10_000 }).default("").meta({
  description: "The text; may be left out where there are files.",
});
export const messageVia = field.id.meta({
  description: "Id of an account that can send; it goes out after 10 s in which it can be " +
    "cancelled. A program has to know the person: by an id, a message, or a number on its channel.",
});
const files = fileIds.default([]).meta({
  description: "Ids of `POST /api/admin/files` that belong to nothing yet, at most 10.",
});

export const messageSubject = z.union([nameText({ max: 300 }), z.null()]).optional().meta({
  description: "Of a mail: its subject; else that of the mail it answers.",
});
export const messageCc = z.array(field.email).max(20).default([]).meta({
  description: "Of a mail: e-mail addresses that get a copy (Cc).",
});
const to = field.optionalEmail.meta({
  description: "Of a mail: e-mail address instead of their own, or of the Reply-To that a member " +
    "chose for answers to it.",
});
const quote_id = field.id.optional().meta({
  description: "Only with `via`: id of the quotation that it is about.",
});

function saysSomething(
  { body, files, template }: { body: string; files: string[]; template?: unknown },
): boolean {
  return isVisible(body) || files.length > 0 || template !== undefined;
}

const sayNothing = {
  path: ["body"],
  error: message("blank"),
  when: ({ value }: { value: unknown }) => {
    const { body, files } = (value ?? {}) as Record<string, unknown>;
    return typeof body === "string" && Array.isArray(files);
  },
};

/** Fields that only a recorded message takes, not one that is sent by an account. */
const onlyRecorded = ["channel", "external_id", "sent_at"] as const;

/** Fields that only a message that is sent by an account of Meta takes. */
const onlySent = ["answers", "template", "opt_in"] as const;

const messageFields = {
  direction: z.enum(directions).meta({
    description: "Which way it went: in, out, or a note between colleagues.",
  }),
  channel: channel.optional().meta({ description: "The contact's own channel unless said." }),
  body,
  external_id: field.optionalText(254).meta({
    description: "The id in the channel; the same one again on that channel is `duplicate`.",
  }),
  sent_at: field.instant.optional().meta({
    description: "When the message was sent: now unless said, and not in the future.",
  }),
  via: messageVia.optional().meta({
    description: "Only with `direction` `out`: id of an account that can send, which it goes out " +
      "by after 10 s in which it can be cancelled; without it it is only recorded. A program has to " +
      "know the person: by an id, a message, or a number on its channel.",
  }),
  subject: messageSubject,
  to,
  cc: messageCc,
  despite_refusal: despiteRefusal,
  quote_id,
  after: field.id.optional().meta({
    description:
      "Id of the newest message, notes aside, that the writer has seen: a newer one is " +
      "409 `conversation_moved`.",
  }),
  files,
  ...metaInput,
};

export const messageCreate = consistent(z.strictObject(messageFields))
  .meta({ id: "MessageCreate" });
export type MessageCreate = z.output<typeof messageCreate>;

/** Message to a client, in a thread of theirs. */
export const clientMessageCreate = consistent(z.strictObject({
  ...messageFields,
  direction: messageFields.direction.default("out"),
})).meta({ id: "ClientMessageCreate" });
export type ClientMessageCreate = z.output<typeof clientMessageCreate>;

function consistent<S extends z.ZodType<z.output<z.ZodObject<typeof messageFields>>>>(schema: S) {
  return schema.refine(saysSomething, sayNothing)
    .refine(({ via, quote_id }) => quote_id === undefined || via !== undefined, {
      path: ["quote_id"],
      error: message("onlyOut"),
    })
    .refine(({ via, direction }) => via === undefined || direction === "out", {
      path: ["via"],
      error: message("onlyOut"),
    }).superRefine((value, ctx) => {
      if (value.via === undefined) {
        for (const name of onlySent) {
          if (value[name] === undefined) continue;
          ctx.addIssue({ code: "custom", path: [name], message: message("onlyOut") });
        }
        return;
      }
      for (const name of onlyRecorded) {
        if (value[name] === undefined || value[name] === null) continue;
        ctx.addIssue({ code: "custom", path: [name], message: message("onlyRecorded") });
      }
    });
}

export const messageParams = z.object({
  id: field.idParams.shape.id.meta({ description: "Id of the contact whose conversation it is." }),
  message_id: field.idParams.shape.id.meta({
    description: "Id of the message, unique in the company.",
  }),
});

export const resendBody = z.strictObject({
  confirm: z.literal(true).meta({
    description:
      "Confirms that the message may arrive twice, as nobody can tell whether it arrived.",
  }),
}).meta({ id: "MessageResend" });

const address = z.object({
  id: z.string().nullable().meta({ description: "The person's id in the channel." }),
  name: z.string().nullable().meta({ description: "Name, as people read it." }),
  email: z.string().nullable().meta({ description: "E-mail address, such as `ana@example.com`." }),
  phone: z.string().nullable().meta({ description: "Phone number, as people write it." }),
  username: z.string().nullable().optional().meta({
    description: "Of WhatsApp or Instagram: the person's name there, without its @.",
  }),
}).meta({ id: "MessageAddress" });

/** Fields that the public form stores beside the text. */
const formMeta = z.object({
  fields: z.record(z.string(), z.string()).meta({
    description: "Further fields of the form, by name.",
  }),
  /** Sender as typed in the form; may differ from the contact's data. */
  sender: z.object({
    name: z.string().nullable().meta({ description: "Name, as people read it." }),
    email: z.string().nullable().meta({
      description: "E-mail address, such as `ana@example.com`.",
    }),
    phone: z.string().nullable().meta({ description: "Phone number, as people write it." }),
    organization: z.string().nullable().meta({
      description: "The company that the person writes for.",
    }),
    subject: z.string().nullable().meta({ description: "Subject that the form gave." }),
  }).meta({ description: "Who the form says has written." }),
  consent: z.boolean().nullable().meta({
    description: "Whether the person ticked the form's consent; null where the form has none.",
  }),
  consent_text_version: z.string().nullable().optional().meta({
    description: "Which version of the text the form showed.",
  }),
  consent_text_hash: z.string().nullable().optional().meta({
    description: "SHA-256 of the text that was agreed to, in hexadecimal.",
  }),
  referrer: z.string().nullable().optional().meta({
    description: "The page that led to the form's page.",
  }),
  utm: z.record(z.string(), z.string()).nullable().optional().meta({
    description: "The campaign's utm_ parameters, by name.",
  }),
  source_url: z.string().nullable().meta({
    description: "The page that the message was sent from, an http or https link.",
  }),
  trap: z.enum(["honeypot", "too_fast", "daily_limit"]).nullable().meta({
    description:
      "Which trap for spam it fell into, or `daily_limit` where it was held; null for neither.",
  }),
  honeypot: z.string().nullable().meta({
    description: "What was written into the field that people do not see.",
  }),
});
export type FormMeta = z.output<typeof formMeta>;

const mailFacts = z.object({
  to: z.array(mailPerson).meta({ description: "People in the mail's To field (RFC 5322)." }),
  cc: z.array(mailPerson).meta({ description: "People in the mail's Cc field (RFC 5322)." }),
  recipients: z.int().meta({ description: "How many people the mail was sent to in all." }),
  reply_to: mailPerson.nullable().meta({
    description: "Address in the mail's Reply-To field (RFC 5322).",
  }),
  delivered_to: z.array(z.string()).meta({
    description: "Those of To and Cc that deliver into the mailbox itself: no answer goes there.",
  }),
  sent_by: mailPerson.nullable().meta({
    description: "Who sent it for them, such as a form, a shop or a mailing list: its From.",
  }),
  bulk: z.boolean().meta({ description: "Sent to many, or by a list: no program answers it." }),
  verified: z.boolean().meta({
    description: "Whether the sender's address was verified; false: it may be anybody.",
  }),
  signed: z.boolean().meta({
    description: "Whether it came within a signature (S/MIME), which is not checked.",
  }),
  remote_pictures: z.int().meta({
    description: "Number of pictures that the mail has elsewhere and that are not fetched.",
  }),
  has_html: z.boolean().meta({ description: "Whether the mail has a part in HTML." }),
  invitation: invitationRecord.nullable().meta({ description: "An event that it invites to." }),
  forwarded: z.object({
    person: mailPerson.meta({ description: "The person whom the forwarded mail is from." }),
    subject: z.string().nullable().meta({ description: "Subject field of the mail (RFC 5322)." }),
    date: z.string().nullable().meta({
      description: "Date of the forwarded mail, as its headers write it.",
    }),
    text: z.string().nullable().meta({
      description: "Its new text; null once it is the message's own.",
    }),
    filed_from: z.int().nullable().meta({
      description: "Id of the contact that it was filed from; null until somebody does.",
    }),
  }).nullable().meta({
    description: "A mail of somebody else that a colleague passes on in it. It is what the text " +
      "says, and can be filed with that person.",
  }),
}).meta({ id: "MailFacts" });

export const messageRecord = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  created_at: z.iso.datetime().meta({ description: "When the record was made." }),
  contact_id: z.int().meta({ description: "Id of the contact whose thread it stands in." }),
  direction: z.enum(directions).meta({
    description: "Which way it went: in, out, or a note between colleagues.",
  }),
  channel: channel.meta({ description: "How the message came or went." }),
  body: z.string().meta({ description: "Text of the message, without quoted mail." }),
  external_id: z.string().nullable().meta({
    description: "The message's id in the system that it came from.",
  }),
  author: field.reference.nullable().meta({
    description: "The user who wrote it; null where it was none.",
  }),
  sent_at: z.iso.datetime().meta({ description: "Instant at which it was sent." }),
  meta: formMeta.nullable().meta({
    description: "What a form sent beside the message; null for other messages.",
  }),
  via: field.reference.nullable().meta({
    description: "The account that it came or went by; null where it was recorded.",
  }),
  from: address.nullable().meta({
    description: "Who wrote, as the account knows them; null where none brought it.",
  }),
  to: address.nullable().meta({ description: "Who is written to; null where no account does." }),
  files: z.array(fileRecord).meta({ description: "Its files, in the order that they came in." }),
  subject: z.string().nullable().meta({ description: "Subject of the message, if it is a mail." }),
  quoted: z.string().nullable().meta({
    description: "What stands below a mail's new text.",
  }),
  html: z.string().nullable().meta({
    description:
      "A mail's sanitised HTML; its pictures are `cid:` and a file's `content_id`. Null in lists.",
  }),
  mail: mailFacts.nullable().meta({ description: "Of a mail; null for other messages." }),
  quote: field.reference.nullable().meta({
    description: "The quotation that it is about, named by its number.",
  }),
  ...metaFields,
  delivery: deliveryRecord.nullable().meta({
    description: "How far it has come; null where it does not go out by an account.",
  }),
}).meta({ id: "Message" });

export const messageList: NounList = {
  sorts: { sent_at: "t.sent_at" },
  defaultSort: "-sent_at",
};
