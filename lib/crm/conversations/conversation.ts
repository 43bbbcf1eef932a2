import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { accountKinds } from "@/lib/values/account_kinds.ts";
import { templateRecord as appTemplateRecord } from "@/lib/channels/meta/templates/template.ts";
import { deliveryRecord } from "@/lib/channels/out/delivery.ts";
import { senderRecord } from "@/lib/crm/contacts/conversation/sending/sender_record.ts";
import { metaInput } from "@/lib/crm/contacts/conversation/meta_record.ts";
import { contactRecord } from "@/lib/crm/contacts/contact.ts";
import { messageRecord } from "@/lib/crm/contacts/message.ts";
import { templateRecord } from "@/lib/crm/templates/template.ts";
import { fileIds, fileParams } from "@/lib/files/file.ts";
import { filterValues } from "@/lib/input/list.ts";
import { cleanText, isVisible, queryInteger, text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";

/** A conversation with a customer, as a member's phone has it. */

const contactId = field.idParams.shape.id.meta({
  description: "Id of the contact whose conversation it is.",
});
export const conversationParams = z.object({ contactId });
export const deliveryParams = z.object({
  contactId,
  messageId: field.idParams.shape.id.meta({
    description: "Id of the message, unique in the company.",
  }),
});
export const messageFileParams = deliveryParams.extend({ fileId: fileParams.shape.id });
export const accountParams = z.object({
  contactId,
  accountId: field.idParams.shape.id.meta({ description: "Id of one of its `accounts`." }),
});

const limit = queryInteger({ min: 1, max: 100 }).default(30).meta({
  description: "The most records to return; 30 unless said.",
});

export const listQuery = z.strictObject({
  limit,
  cursor: z.string().regex(/^\d{1,17} \d{1,10}$/, { error: message("cursor") }).optional().meta({
    description: "`nextCursor` of the page before.",
  }),
  q: cleanText.max(200).optional().meta({
    description: "Words of a name, an address, a number or a subject.",
  }),
  waiting: filterValues.flag.optional().meta({
    description: "Only those that wait for an answer.",
  }),
});
export type ConversationsQuery = z.output<typeof listQuery>;

export const threadQuery = z.strictObject({
  limit,
  cursor: z.string().regex(/^\d{1,17} (message|note) \d{1,10}$/, { error: message("cursor") })
    .optional().meta({ description: "`nextCursor` of the page before." }),
});
export type ThreadPage = z.output<typeof threadQuery>;

export const pageMeta = z.object({
  nextCursor: z.string().nullable().meta({ description: "Cursor to older ones; null at the end." }),
});

const key = text({ max: 64 }).meta({
  description: "Key of your own for each text: a repeat with it is the same message.",
});
const files = fileIds.default([]).meta({
  description: "Ids of `POST /api/phone/files` that belong to nothing yet, at most 10.",
});
const messageText = text({ min: 0, max: 10_000 }).default("").meta({
  description: "The text; may be left out where there are files.",
});

function saysSomething(
  { text, files, template }: { text: string; files: string[]; template?: unknown },
): boolean {
  return isVisible(text) || files.length > 0 || template !== undefined;
}

const saysNothing = {
  path: ["text"],
  error: message("blank"),
  when: ({ value }: { value: unknown }) => {
    const { text, files } = (value ?? {}) as Record<string, unknown>;
    return typeof text === "string" && Array.isArray(files);
  },
};

export const replyBody = z.strictObject({
  text: messageText,
  key,
  after: z.union([field.id, z.null()]).meta({
    description: "The `newest` that was shown; null where there was no message.",
  }),
  via: field.id.optional().meta({
    description: "Id of one of `accounts`; the usual account unless said.",
  }),
  files,
  ...metaInput,
}).refine(saysSomething, saysNothing).meta({ id: "PhoneReply" });
export type Reply = z.output<typeof replyBody>;

export const noteBody = z.strictObject({ text: messageText, key, files })
  .refine(saysSomething, saysNothing).meta({ id: "PhoneNote" });
export type ColleagueNote = z.output<typeof noteBody>;

export const seenBody = z.strictObject({
  newest: field.id.meta({ description: "The `newest` that was shown." }),
}).meta({ id: "ConversationSeen" });
export const seenRecord = z.object({
  seen: z.boolean().meta({
    description: "Whether it still is the newest; else nothing is told to anybody.",
  }),
}).meta({ id: "ConversationSeenNow" });

export const laterBody = z.strictObject({
  at: z.union([field.instant, z.null()]).meta({
    description: "Instant in the future, within a year; null takes it back.",
  }),
}).meta({ id: "ConversationLater" });

const laterAt = z.iso.datetime().nullable().meta({
  description: "When this member wants to hear of it again.",
});

const whose = {
  contact_id: z.int().meta({ description: "Id of the contact whose conversation it is." }),
  name: z.string().meta({ description: "Name, else an address or a number." }),
  ...contactRecord.pick({
    organization: true,
    channel: true,
    by_mail: true,
    status: true,
    assignee: true,
    converted_client: true,
    last_message_at: true,
  }).shape,
  mine: z.boolean().meta({ description: "Whether it is assigned to this member." }),
  waiting: z.boolean().meta({ description: "Whether it waits for an answer." }),
  later_at: laterAt,
};

export const conversationRecord = z.object({
  ...whose,
  last: messageRecord.pick({ direction: true }).extend({
    text: z.string().meta({ description: "Its beginning, at most 200 characters." }),
  }).nullable().meta({ description: "The last message; null where there is none." }),
}).meta({ id: "Conversation" });
export type Conversation = z.output<typeof conversationRecord>;

const entry = messageRecord.pick({
  id: true,
  contact_id: true,
  direction: true,
  body: true,
  files: true,
  subject: true,
  answers: true,
  reactions: true,
  edited_at: true,
  earlier: true,
  unsent_at: true,
  source: true,
  content: true,
  template: true,
  part: true,
}).extend({
  channel: messageRecord.shape.channel.nullable().meta({
    description: "The channel of a message; null for a note.",
  }),
  kind: z.enum(["message", "note"]).meta({
    description: "A message that came or went, or a note between colleagues.",
  }),
  at: z.iso.datetime().meta({ description: "Instant at which it was written." }),
  author: z.string().nullable().meta({ description: "The colleague who wrote it." }),
  via: z.string().nullable().meta({ description: "Name of the account that it passed by." }),
  via_id: z.int().nullable().meta({ description: "Id of that account; `answers` needs it." }),
  rest: z.int().meta({ description: "How many characters were left out of `body`." }),
  delivery: deliveryRecord.nullable().meta({ description: "How far it has come, if it goes out." }),
}).meta({ id: "ConversationEntry" });

const account = z.object({
  id: z.int().meta({ description: "Id of the channel account that messages go by." }),
  name: z.string().meta({ description: "Name of the account, as members see it." }),
  kind: z.enum(accountKinds).meta({
    description: "Kind of the account, such as `email`, `whatsapp` or `program`.",
  }),
  to: z.string().nullable().meta({
    description: "Whom it reaches: an address, a number, a name at the app, or the end of an id.",
  }),
  ...senderRecord.pick({ window_until: true, after: true, opted_in: true, limits: true }).shape,
  subject: z.string().nullable().meta({ description: "Of a mailbox: what it is about." }),
  usual: z.boolean().meta({ description: "Whether an answer goes by it unless told otherwise." }),
  can_send: z.boolean().meta({
    description: "Whether what is sent by it leaves now; else it waits for the account.",
  }),
  why: z.string().nullable().meta({ description: "Reason that it waits for, in words." }),
}).meta({ id: "ConversationAccount" });

export const threadRecord = z.object({
  ...whose,
  ...contactRecord.pick({ email: true, phone: true }).shape,
  place: z.string().nullable().meta({ description: "The client's address, for a map." }),
  accounts: z.array(account).meta({ description: "Accounts by which messages reach the person." }),
  why_not: z.string().nullable().meta({
    description: "Why nothing can be sent, in words; null where something can.",
  }),
  newest: z.int().nullable().meta({
    description: "Id of the newest message, for `after`; null without any.",
  }),
  messages: z.array(entry).meta({ description: "Newest first, with colleagues' notes." }),
}).meta({ id: "ConversationThread" });
export type ConversationThread = z.output<typeof threadRecord>;

export const filledTemplate = templateRecord.pick({
  id: true,
  name: true,
  language: true,
  body: true,
}).extend({
  unfilled: z.array(z.string()).meta({ description: "Placeholders that nothing was filled into." }),
}).meta({ id: "FilledTemplate" });

export const offeredTemplate = appTemplateRecord.extend({
  values: z.record(z.string(), z.string()).meta({
    description: "What its variables are filled with at first; empty where nothing is known.",
  }),
}).meta({ id: "OfferedTemplate" });
export type OfferedTemplate = z.output<typeof offeredTemplate>;

export const offeredMeta = z.object({
  suggestions: z.array(z.string()).meta({
    description: "Names of the person, the member and the company, to fill variables with.",
  }),
});
