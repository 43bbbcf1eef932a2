import * as z from "zod";
import type { JsonText } from "@/lib/input/json_text.ts";
import { askRecord } from "@/lib/notify/sending/asks.ts";
import { dueTimeRecord, remindersRecord } from "@/lib/notify/sending/due_times.ts";
import { priorities, types } from "@/lib/notify/sending/notification.ts";
/** Notifications, answers and callbacks as the API shows them. */

const instant = z.iso.datetime();
const status = z.enum([
  "queued",
  "sent",
  "delivered",
  "expired",
  "failed",
  "replaced",
  "cancelled",
]).meta({ description: "State of the notification for this user." });
export type Status = z.output<typeof status>;

export const receipt = z.object({
  notificationId: z.uuid().meta({
    description: "Id of the notification, as the send returned it.",
  }),
  createdAt: instant.meta({ description: "Instant at which it was created." }),
  expiresAt: instant.nullable().meta({
    description: "When it stops being valid; null where it does not.",
  }),
  duplicate: z.boolean().meta({
    description: "Whether this send was a repeat, so that nothing new was made.",
  }),
  replaced: z.array(z.uuid()).meta({ description: "Notifications that this one's tag closed." }),
  recipients: z.array(
    z.object({
      userId: z.string().meta({
        description: "Id of the user in your program.",
      }),
      status,
      devices: z.int().meta({ description: "How many phones the user has paired." }),
    }),
  ).meta({ description: "The people whom it was sent to, each with their state." }),
}).meta({ id: "NotificationReceipt" });

/** A button as it was shown, without what it does. */
export const button = z.object({
  id: z.string().meta({ description: "What your program calls the button." }),
  label: z.string().meta({ description: "Text on the button, which the person reads." }),
}).meta({ id: "Button" });

/** Record that a callback carries (seed 000, section 2). */
export const responseRecord = z.object({
  notificationId: z.uuid().meta({
    description: "Id of the notification, as the send returned it.",
  }),
  userId: z.string().meta({ description: "Id of the user who answered." }),
  action: button.nullable().meta({
    description: "The button that was pressed; null where the person only wrote.",
  }),
  reply: z.string().nullable().meta({
    description: "What the person wrote, at most 500 characters; null where nothing.",
  }),
  respondedAt: instant.meta({ description: "Instant at which the person answered." }),
  data: z.record(z.string(), z.unknown()).nullable().meta({
    description: "What the sender attached for itself.",
  }),
}).meta({ id: "ResponseRecord" });

export type ResponseRecord = {
  notificationId: string;
  userId: string;
  action: { id: string; label: string } | null;
  reply: string | null;
  respondedAt: Date;
  data: JsonText | null;
};

export const callbackState = z.object({
  status: z.enum(["pending", "delivered", "failed", "gone"]).meta({
    description: "State of the delivery to the program's address.",
  }),
  attempts: z.int().meta({ description: "Number of attempts to deliver it so far." }),
  lastStatus: z.int().nullable().meta({
    description: "HTTP status of the last attempt; null where none came back.",
  }),
  nextAttemptAt: instant.nullable().meta({
    description: "When it is tried next; null where it is not.",
  }),
  deliveredAt: instant.nullable().meta({ description: "When it is known to have arrived." }),
}).meta({ id: "CallbackState" });

export const callbackLog = callbackState.extend({
  responseId: z.uuid().meta({
    description: "Id of the response that it carries; also its `webhook-id`.",
  }),
  url: z.string().meta({ description: "Address that the response is posted to." }),
  createdAt: instant.meta({ description: "Instant at which it was created." }),
  log: z.array(z.object({
    number: z.int().meta({ description: "Which attempt it was, from 1." }),
    startedAt: instant.meta({ description: "Instant at which the attempt began." }),
    durationMs: z.int().meta({ description: "Duration of the attempt, in milliseconds." }),
    outcome: z.enum(["status", "dns", "connect", "tls", "timeout", "refused_address"]).meta({
      description: "`status` where the receiver answered, else what kept it from that.",
    }),
    status: z.int().nullable().meta({
      description: "HTTP status of the answer; null where none came back.",
    }),
    answer: z.string().nullable().meta({ description: "The first 4 KB of the receiver's answer." }),
  })).meta({ description: "Each attempt to deliver it, the earliest first." }),
}).meta({ id: "Callback" });

export const listedResponse = responseRecord.extend({
  id: z.uuid().meta({
    description: "Id of the response; the callback carries it as `webhook-id`.",
  }),
  callback: callbackState.nullable().meta({
    description: "How the response's callback stands; null where none was asked for.",
  }),
}).meta({ id: "NotificationResponse" });

export const recipientRecord = z.object({
  userId: z.string().meta({
    description: "Id of the user in your program.",
  }),
  status,
  devices: z.int().meta({ description: "How many phones the user has paired." }),
  deliveredAt: instant.nullable().meta({ description: "When it is known to have arrived." }),
  readAt: instant.nullable().meta({ description: "When the person opened it." }),
  dismissedAt: instant.nullable().meta({ description: "When the person put it aside." }),
  answeredAt: instant.nullable().meta({ description: "Instant at which the person answered." }),
  answeredBy: z.string().nullable().meta({
    description: "Id of the user whose answer closed it for all.",
  }),
  reminders: remindersRecord.nullable().meta({
    description: "Reminders to this user; null where none were asked for.",
  }),
  escalatedAt: instant.nullable().meta({
    description: "When it was escalated to this user, as nobody had answered.",
  }),
  response: z.object({
    id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    action: button.nullable().meta({
      description: "The button that was pressed; null where the person only wrote.",
    }),
    reply: z.string().nullable().meta({
      description: "What the person wrote, at most 500 characters; null where nothing.",
    }),
    respondedAt: instant.meta({ description: "Instant at which the person answered." }),
  }).nullable().meta({ description: "The answer; null while there is none." }),
});

export const messageRecord = {
  id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
  title: z.string().meta({ description: "What it is about, in a few words." }),
  body: z.string().meta({ description: "Text of the notification, below its title." }),
  type: z.enum(types).meta({ description: "Decides icon, colour and label." }),
  priority: z.enum(priorities).meta({
    description: "How it makes itself noticed, from silent to urgent.",
  }),
  sender: z.string().nullable().meta({
    description: "Name of the sender that people see; the company's unless given.",
  }),
  url: z.string().nullable().meta({ description: "An http or https link." }),
  tag: z.string().nullable().meta({
    description: "A newer notification with the same tag replaces this one.",
  }),
  actions: z.array(button).meta({
    description: "Buttons with different ids; the person presses one at most.",
  }),
  allowReply: z.boolean().meta({ description: "Whether the person may write a text." }),
  createdAt: instant.meta({ description: "Instant at which it was created." }),
  expiresAt: instant.nullable().meta({
    description: "When it stops being valid; null where it does not.",
  }),
};

export const dueTimes = z.array(dueTimeRecord).meta({
  description: "When what was asked for acts or has; of reminders ahead the next one.",
});

export const notificationRecord = z.object({
  ...messageRecord,
  notificationId: z.uuid().meta({
    description: "The same as `id`, under the name that callbacks use.",
  }),
  userId: z.string().optional().meta({
    description: "The `userId` that it was sent with; absent otherwise.",
  }),
  userIds: z.array(z.string()).optional().meta({
    description: "The `userIds` that it was sent with, each once; absent otherwise.",
  }),
  ttl: z.int().nullable().meta({
    description: "Seconds until it expires; null where it does not.",
  }),
  data: z.record(z.string(), z.unknown()).nullable().meta({
    description: "What the sender attached for itself.",
  }),
  idempotencyKey: z.string().nullable().meta({
    description: "The key that protects the send from being repeated.",
  }),
  callbackUrl: z.string().nullable().meta({ description: "Where each response is posted to." }),
  ...askRecord,
  dueTimes,
  recipients: z.array(recipientRecord).meta({
    description: "The people whom it was sent to, each with their state.",
  }),
}).meta({ id: "NotificationRecord" });

export const phoneNotification = z.object({
  ...messageRecord,
  status,
  replacedBy: z.object({
    id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    title: z.string().meta({ description: "What it is about, in a few words." }),
  }).nullable().meta({
    description: "The newer notification of its tag that replaced it; null while it stands.",
  }),
  answerable: z.boolean().meta({ description: "Whether an answer would be taken now." }),
  contactId: z.int().nullable().meta({
    description: "The contact whose conversation it leads to; null for others.",
  }),
  links: z.array(z.object({
    label: z.string().meta({ description: "Name of the link, which the person reads." }),
    url: z.string().meta({ description: "Where it leads, relative to this server." }),
  })).meta({ description: "Further pages, of a notice of the CRM." }),
  deliveredAt: instant.nullable().meta({ description: "When it is known to have arrived." }),
  readAt: instant.nullable().meta({ description: "When the person opened it." }),
  dismissedAt: instant.nullable().meta({ description: "When the person put it aside." }),
  answeredAt: instant.nullable().meta({ description: "Instant at which the person answered." }),
  answeredBy: z.string().nullable().meta({
    description: "Id of the user whose answer closed it for all.",
  }),
  reminded: z.int().meta({ description: "How many reminders of it were sent so far." }),
  escalatedAt: instant.nullable().meta({
    description: "When it was escalated to this user, as nobody had answered.",
  }),
  snoozedUntil: instant.nullable().meta({
    description: "Instant until which the person has put it off.",
  }),
  response: z.object({
    action: button.nullable().meta({
      description: "The button that was pressed; null where the person only wrote.",
    }),
    reply: z.string().nullable().meta({
      description: "What the person wrote, at most 500 characters; null where nothing.",
    }),
    respondedAt: instant.meta({ description: "Instant at which the person answered." }),
  }).nullable().meta({ description: "The answer; null while there is none." }),
}).meta({ id: "PhoneNotification" });
export type PhoneNotification = z.output<typeof phoneNotification>;
