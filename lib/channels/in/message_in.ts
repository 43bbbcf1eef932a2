import * as z from "zod";
import { fileIds } from "@/lib/files/file.ts";
import type { MailFacts } from "@/lib/db/tables/channels.ts";
import type { AutomaticKind, Bounce, Mail, MailFile } from "@/lib/channels/email/read/mail.ts";
import type { Forward } from "@/lib/channels/email/read/forward/forward.ts";
import type { MessageEvent } from "@/lib/channels/meta/read/event.ts";
import type { Origin } from "@/lib/channels/email/read/origin.ts";
import * as field from "@/lib/input/fields.ts";
import { isVisible, nameText, text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";
import { currentMs, currentTime } from "@/lib/tools/clock.ts";

/** Inbound message as posted by a program. */

export const longestText = 100_000;

const person = z.strictObject({
  id: text({ max: 254 }).meta({
    description: "The customer's id in the program; the same one is the same contact.",
  }),
  name: field.optionalLine(200).meta({ description: "Name, as people read it." }),
  email: field.optionalEmail.meta({ description: "E-mail address, such as `ana@example.com`." }),
  phone: field.optionalPhone.meta({ description: "Phone number, as people write it." }),
});

/** Allowed clock skew between systems. */
const skewMs = 60_000;

export const messageIn = z.strictObject({
  channelId: field.id.meta({ description: "Id of the account, one of kind `program`." }),
  externalId: nameText({ max: 254 }).meta({
    description: "The message's id in the program; a known one is `duplicate`.",
  }),
  from: person.meta({
    description: "The customer; with `direction` `out` too, who was written to then.",
  }),
  text: text({ min: 0, max: longestText }).default("").meta({
    description: "May be left out where there are files.",
  }),
  files: fileIds.default([]).meta({ description: "Ids of `POST /api/files`." }),
  sentAt: field.instant.refine((at) => at.getTime() <= currentMs() + skewMs, {
    error: message("inFuture"),
  }).optional().meta({
    description: "When the message was sent: now unless said, and not in the future.",
  }),
  direction: z.enum(["in", "out"]).default("in").meta({
    description: "`out` records what was answered elsewhere: it is not sent.",
  }),
}).refine(({ text, files }) => isVisible(text) || files.length > 0, {
  path: ["text"],
  error: message("blank"),
  when: ({ value }) => {
    const { text, files } = (value ?? {}) as Record<string, unknown>;
    return typeof text === "string" && Array.isArray(files);
  },
}).meta({ id: "ChannelMessage" });
export type MessageIn = z.output<typeof messageIn>;

export const takenRecord = z.object({
  messageId: z.int().nullable().meta({
    description: "Id of the message; null while it is kept unread.",
  }),
  contactId: z.int().nullable().meta({ description: "Id of the contact; null like `messageId`." }),
  duplicate: z.boolean().meta({
    description: "Whether the account had this `externalId` already.",
  }),
}).meta({ id: "TakenMessage" });
export type Receipt = z.output<typeof takenRecord>;

/** Headers, HTML and files that only mail has. */
export interface InboundMail {
  messageId: string | null;
  references: string[];
  subject: string | null;
  quoted: string | null;
  html: string | null;
  facts: MailFacts;
  parts: MailFile[];
  leftOut: Mail["leftOut"];
  automatic: AutomaticKind | null;
  bounce: Bounce | null;
  likelyBounce: Bounce | null;
  origin: Origin;
  forwards?: Forward[];
  /** Contact id from a signed Message-ID among the references. */
  threadContact?: number;
  mostBytes?: number;
}

/** Inbound message in the common form of all kinds of accounts. */
export interface Inbound {
  externalId: string;
  direction: "in" | "out";
  from: {
    id: string;
    name: string | null;
    email: string | null;
    phone: string | null;
    username?: string | null;
  };
  text: string;
  files: string[];
  sentAt: Date;
  mail?: InboundMail;
  /** Of WhatsApp, Instagram or Facebook. */
  meta?: MessageEvent;
  /** Imported: nobody is notified. */
  isQuiet?: boolean;
}

export function toInbound(
  { externalId, direction, from, text, files, sentAt }: MessageIn,
): Inbound {
  const { id, name = null, email = null, phone = null } = from;
  return {
    externalId,
    direction,
    from: { id, name, email, phone },
    text,
    files,
    sentAt: sentAt ?? currentTime(),
  };
}
