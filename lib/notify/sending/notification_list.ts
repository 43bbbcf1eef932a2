import * as z from "zod";
import { cleanText } from "@/lib/input/input.ts";
import { filterValues, pageQuery } from "@/lib/input/list.ts";
import { createdRange } from "@/lib/notify/sending/created_range.ts";
import { priorities, types, userId } from "@/lib/notify/sending/notification.ts";
import { askRecord } from "@/lib/notify/sending/asks.ts";
import {
  button,
  dueTimes,
  messageRecord,
  recipientRecord,
} from "@/lib/notify/sending/notification_records.ts";
import { type RowState, rowStates } from "@/lib/notify/sending/notification_row.ts";

/**
 * Notifications as members list them: recipients as counts, whoever they are on a page of their
 * own.
 */

/** Senders: a program with its key, a member in the panel, or the CRM about a member's work. */
export const sources = ["key", "member", "crm"] as const;
export type Source = (typeof sources)[number];

const instant = z.iso.datetime();
const state = z.enum(rowStates);

function severalOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.string().transform((text) => text.split(",")).pipe(z.array(z.enum(values)).min(1)).meta({
    override: { type: "string" },
    description: `${values.join(", ")}: one, or several with commas.`,
  });
}

export const notificationQuery = z.strictObject({
  ...pageQuery,
  q: cleanText.max(200).optional().meta({
    description: "Words in title, body or sender; all of them, in any order.",
  }),
  state: state.optional().meta({
    description: "Only those of which at least one recipient is in this state.",
  }),
  type: severalOf(types).optional().meta({ description: "Decides icon, colour and label." }),
  priority: severalOf(priorities).optional().meta({
    description: "How it makes itself noticed, from silent to urgent.",
  }),
  source: z.enum(sources).optional().meta({
    description: "Only those sent by a program (key), a member (member) or the CRM itself (crm).",
  }),
  keyId: filterValues.ids.optional().meta({
    description: "Only those sent with any of these API keys.",
  }),
  userId: userId.optional().meta({
    description: "Only those sent to this user, among others or alone.",
  }),
  answered: filterValues.flag.optional().meta({
    description: "true: somebody has answered; false: it asks for an answer and has none.",
  }),
  ...createdRange,
});
export type NotificationQuery = z.output<typeof notificationQuery>;

export const recipientQuery = z.strictObject({
  ...pageQuery,
  state: state.optional().meta({ description: "Only those in this state." }),
  q: cleanText.max(200).optional().meta({
    description: "Lists only users whose id has this part.",
  }),
});
export type RecipientQuery = z.output<typeof recipientQuery>;

const named = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  name: z.string().nullable().meta({ description: "Name, as people read it." }),
}).nullable();

const meanings: Record<RowState, string> = {
  answered: "People of this notification who have answered it.",
  read: "People who have opened it and not answered.",
  delivered: "People whose phone has it, who have not opened it.",
  sent: "People to whose phone it is on its way.",
  queued: "People whose phone has not received it yet.",
  failed: "People whom it could not be sent to.",
  expired: "People for whom it expired before it arrived.",
  replaced: "People for whom a newer one of its tag took its place.",
  cancelled: "People for whom it was cancelled before they answered.",
};

const counts = Object.fromEntries(
  rowStates.map((name) => [name, z.int().meta({ description: meanings[name] })]),
) as Record<RowState, z.ZodInt>;

const summary = z.object({
  recipients: z.int().meta({ description: "How many users it was sent to." }),
  states: z.object(counts).meta({
    description: "How many of them are in each state; everyone is in one.",
  }),
  first: z.array(z.string()).meta({ description: "The first recipients, three at most." }),
  answers: z.array(z.object({
    userId: z.string().meta({ description: "Id of the user who answered." }),
    action: button.nullable().meta({
      description: "The button that was pressed; null where the person only wrote.",
    }),
    reply: z.string().nullable().meta({
      description: "What the person wrote, at most 500 characters; null where nothing.",
    }),
    respondedAt: instant.meta({ description: "Instant at which the person answered." }),
  })).meta({ description: "The newest answers, two at most." }),
}).meta({ id: "RecipientSummary" });

const listed = {
  ...messageRecord,
  ttl: z.int().nullable().meta({
    description: "Seconds until it expires; null where it does not.",
  }),
  callbackUrl: z.string().nullable().meta({ description: "Where each response is posted to." }),
  source: z.enum(sources).meta({ description: "A program, a member, or the CRM itself." }),
  key: named.meta({ description: "The API key that it was sent with; null without one." }),
  createdBy: named.meta({ description: "The member who sent it in the panel; null for others." }),
  summary: summary.meta({ description: "Number of recipients in each state, and of answers." }),
};

export const listedNotification = z.object(listed).meta({ id: "ListedNotification" });

export const shownNotification = z.object({
  ...listed,
  ...askRecord,
  data: z.record(z.string(), z.unknown()).nullable().meta({
    description: "What the sender attached for itself.",
  }),
  idempotencyKey: z.string().nullable().meta({
    description: "The key that protects the send from being repeated.",
  }),
  dueTimes,
}).meta({ id: "ShownNotification" });

const { source: _, createdBy: __, ...sent } = listed;

export const sentNotification = z.object({
  ...sent,
  notificationId: z.uuid().meta({
    description: "The same as `id`, under the name that callbacks use.",
  }),
  data: z.record(z.string(), z.unknown()).nullable().meta({
    description: "What the sender attached for itself.",
  }),
  idempotencyKey: z.string().nullable().meta({
    description: "The key that protects the send from being repeated.",
  }),
}).meta({ id: "SentNotification" });

export const listedRecipient = recipientRecord.extend({
  state: state.meta({
    description: "State for people: `answered` and `read` go before `status`.",
  }),
}).meta({ id: "Recipient" });
