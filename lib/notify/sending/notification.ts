import * as z from "zod";
import { isClean, text } from "@/lib/input/input.ts";
import { JsonText } from "@/lib/input/json_text.ts";
import { message } from "@/lib/input/messages.ts";

/** Words and limits of a notification (seed 000, sections 2 and 8), for API and form. */

export const types = ["info", "success", "warning", "error"] as const;
export const priorities = ["low", "normal", "high"] as const;
export const limits = {
  userId: 200,
  recipients: 1000,
  title: 120,
  body: 2000,
  sender: 60,
  url: 2048,
  tag: 64,
  dataBytes: 2048,
  idempotencyKey: 255,
  actions: 3,
  actionId: 64,
  actionLabel: 40,
  reply: 500,
} as const;

export const userId = text({ max: limits.userId });

const action = z.strictObject({
  id: text({ max: limits.actionId }),
  label: text({ max: limits.actionLabel }),
}).meta({ id: "Action" });

const actions = z.array(action).max(limits.actions).refine(
  (list) => new Set(list.map(({ id }) => id)).size === list.length,
  { error: message("sameIds") },
);

const webUrl = text({ max: limits.url }).refine(
  (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
  { error: message("link") },
).meta({ override: { type: "string", format: "uri", maxLength: limits.url } });

const data = (z.unknown() as z.ZodType<JsonText>).refine(isObjectText, {
  error: message("object"),
}).refine((value) => !isObjectText(value) || isShort(value), {
  error: message("mostBytes", { max: limits.dataBytes }),
}).refine((value) => !isObjectText(value) || !isShort(value) || isClean(JSON.parse(value.text)), {
  error: message("uncleanData"),
}).meta({
  override: { type: "object", additionalProperties: true },
  description: `At most ${limits.dataBytes} bytes of JSON, not counting white space between its ` +
    "parts. Comes back in the response record as the same text, so that no number changes.",
});

/** What people send too, from the panel's form. */
export const messageFields = {
  title: text({ max: limits.title }),
  body: text({ max: limits.body }),
  type: z.enum(types).default("info").meta({ description: "Decides icon, colour and label." }),
  priority: z.enum(priorities).default("normal").meta({
    description: "low: silent; normal: popup with sound; high: urgent, long vibration.",
  }),
  sender: text({ max: limits.sender }).optional(),
  url: webUrl.optional(),
  tag: text({ max: limits.tag }).optional().meta({
    description: "A newer notification with the same tag replaces this one on the phone.",
  }),
  ttl: z.int().min(60).max(2592000).optional().meta({ description: "Seconds until it expires." }),
  actions: actions.default([]),
  allowReply: z.boolean().default(false),
};

export const recipientFields = {
  userId: userId.optional(),
  userIds: z.array(userId)
    .max(limits.recipients)
    // An empty list is what some clients send for one that nobody has set.
    .transform((ids) => ids.length > 0 ? [...new Set(ids)] : undefined)
    .meta({
      override: {
        type: "array",
        items: { type: "string", minLength: 1, maxLength: limits.userId },
        maxItems: limits.recipients,
      },
    }).optional(),
};

export const oneRecipientField = {
  /** JSON Schema could say it too, and most clients made of it would then have no fields. */
  description: "Takes `userId` or `userIds`, one of the two.",
  check: (body: { userId?: unknown; userIds?: unknown }) =>
    (body.userId === undefined) !== (body.userIds === undefined),
  params: {
    path: ["userId"],
    error: message("eitherUser"),
    // Also beside other wrong fields, but not where the body is no object.
    when: ({ value }: { value: unknown }) => isPlainObject(value),
  },
};

export const notifyRequest = z.strictObject({
  ...recipientFields,
  ...messageFields,
  data: data.optional(),
  idempotencyKey: text({ max: limits.idempotencyKey }).optional().meta({
    description: "A send that is retried with the same key makes no second notification.",
  }),
  callbackUrl: text({ max: limits.url }).optional().meta({
    override: { type: "string", format: "uri", maxLength: limits.url },
    description:
      "https address that each response is posted to, signed. A public one has port 443 or 8443, or " +
      "one that the operator has opened.",
  }),
}).refine(oneRecipientField.check, oneRecipientField.params).meta({
  id: "NotificationRequest",
  description: oneRecipientField.description,
});

export type NotifyRequest = z.output<typeof notifyRequest>;

export function recipientsOf(request: { userId?: string; userIds?: string[] }): string[] {
  return request.userIds ?? [request.userId!];
}

/** Which parts are allowed depends on the notification. */
export const answerRequest = z.strictObject({
  actionId: text({ max: limits.actionId }).optional(),
  reply: text({ max: limits.reply }).optional(),
}).refine((answer) => answer.actionId !== undefined || answer.reply !== undefined, {
  path: ["actionId"],
  error: message("noAnswer"),
}).meta({
  id: "AnswerRequest",
  description: "Takes `actionId`, `reply`, or both, as the notification allows.",
});

export type AnswerRequest = z.output<typeof answerRequest>;

const instant = z.iso.datetime();
const status = z.enum([
  "queued",
  "sent",
  "delivered",
  "expired",
  "failed",
  "replaced",
  "cancelled",
]);
export type Status = z.output<typeof status>;

export const receipt = z.object({
  notificationId: z.uuid(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  duplicate: z.boolean(),
  replaced: z.array(z.uuid()).meta({ description: "Notifications that this one's tag closed." }),
  recipients: z.array(z.object({ userId: z.string(), status, devices: z.int() })),
}).meta({ id: "NotificationReceipt" });

/** A button as it was shown, without what it does. */
export const button = z.object({ id: z.string(), label: z.string() }).meta({ id: "Button" });

/** What a callback carries (seed 000, section 2). */
export const responseRecord = z.object({
  notificationId: z.uuid(),
  userId: z.string(),
  action: button.nullable(),
  reply: z.string().nullable(),
  respondedAt: instant,
  data: z.record(z.string(), z.unknown()).nullable(),
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
  status: z.enum(["pending", "delivered", "failed", "gone"]),
  attempts: z.int(),
  lastStatus: z.int().nullable(),
  nextAttemptAt: instant.nullable(),
  deliveredAt: instant.nullable(),
}).meta({ id: "CallbackState" });

export const callbackLog = callbackState.extend({
  responseId: z.uuid(),
  url: z.string(),
  createdAt: instant,
  log: z.array(z.object({
    number: z.int(),
    startedAt: instant,
    durationMs: z.int(),
    outcome: z.enum(["status", "dns", "connect", "tls", "timeout", "refused_address"]),
    status: z.int().nullable(),
    answer: z.string().nullable().meta({ description: "The first 4 KB of the receiver's answer." }),
  })),
}).meta({ id: "Callback" });

export const listedResponse = responseRecord.extend({
  id: z.uuid(),
  callback: callbackState.nullable(),
}).meta({ id: "Response" });

export const recipientRecord = z.object({
  userId: z.string(),
  status,
  devices: z.int(),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  dismissedAt: instant.nullable(),
  answeredAt: instant.nullable(),
  response: z.object({
    id: z.uuid(),
    action: button.nullable(),
    reply: z.string().nullable(),
    respondedAt: instant,
  }).nullable(),
});

export const messageRecord = {
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  type: z.enum(types),
  priority: z.enum(priorities),
  sender: z.string().nullable(),
  url: z.string().nullable(),
  tag: z.string().nullable(),
  actions: z.array(button),
  allowReply: z.boolean(),
  createdAt: instant,
  expiresAt: instant.nullable(),
};

export const notificationRecord = z.object({
  ...messageRecord,
  notificationId: z.uuid().meta({ description: "The same as `id`." }),
  userId: z.string().optional().meta({ description: "Where it was sent with `userId`." }),
  userIds: z.array(z.string()).optional().meta({
    description: "Where it was sent with `userIds`: each user once.",
  }),
  ttl: z.int().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  idempotencyKey: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  recipients: z.array(recipientRecord),
}).meta({ id: "Notification" });

export const phoneNotification = z.object({
  ...messageRecord,
  status,
  replacedBy: z.object({ id: z.uuid(), title: z.string() }).nullable().meta({
    description: "What took its place, by the same tag.",
  }),
  answerable: z.boolean().meta({ description: "Whether an answer would be taken now." }),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  dismissedAt: instant.nullable(),
  answeredAt: instant.nullable(),
  response: z.object({
    action: button.nullable(),
    reply: z.string().nullable(),
    respondedAt: instant,
  }).nullable(),
}).meta({ id: "PhoneNotification" });

function isPlainObject(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isObjectText(value: unknown): boolean {
  return value instanceof JsonText && value.text.startsWith("{");
}

function isShort({ text }: JsonText): boolean {
  return new TextEncoder().encode(text).length <= limits.dataBytes;
}
