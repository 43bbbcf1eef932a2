import * as z from "zod";
import { distinctList } from "@/lib/input/bodies/distinct.ts";
import { isClean, text } from "@/lib/input/input.ts";
import { JsonText } from "@/lib/input/json_text.ts";
import { message } from "@/lib/input/messages.ts";
import { askFields } from "@/lib/notify/sending/asks.ts";

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

export const userId = text({ max: limits.userId }).meta({
  description: "Id of the user in your program.",
});

const action = z.strictObject({
  id: text({ max: limits.actionId }).meta({
    description: "What your program calls the button; comes back in the response.",
  }),
  label: text({ max: limits.actionLabel }).meta({
    description: "Text on the button, which the person reads.",
  }),
}).meta({ id: "NotificationAction" });

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
  error: message("mostBytes", limits.dataBytes),
}).refine((value) => !isObjectText(value) || !isShort(value) || isClean(JSON.parse(value.text)), {
  error: message("uncleanData"),
}).meta({
  override: { type: "object", additionalProperties: true },
  description: `At most ${limits.dataBytes} bytes of JSON in UTF-8, not counting white space ` +
    "between its parts nor how characters are escaped. Comes back in the response record as " +
    "the same text, so that no number changes.",
});

/** Fields of a message that people send too, from the panel's form. */
export const messageFields = {
  title: text({ max: limits.title }).meta({ description: "What it is about, in a few words." }),
  body: text({ max: limits.body }).meta({
    description: "Text of the notification, below its title.",
  }),
  type: z.enum(types).default("info").meta({ description: "Decides icon, colour and label." }),
  priority: z.enum(priorities).default("normal").meta({
    description: "low: silent; normal: popup with sound; high: urgent, long vibration.",
  }),
  sender: text({ max: limits.sender }).optional().meta({
    description: "Name of the sender that people see; the company's unless given.",
  }),
  url: webUrl.optional().meta({ description: "An http or https link." }),
  tag: text({ max: limits.tag }).optional().meta({
    description: "A newer notification with the same tag replaces this one on the phone.",
  }),
  ttl: z.int().min(60).max(2592000).optional().meta({
    description: "Seconds after the send until it expires and nobody can answer.",
  }),
  actions: actions.default([]).meta({
    description: "Buttons with different ids; the person presses one at most.",
  }),
  allowReply: z.boolean().default(false).meta({
    description: "Whether the person may write a text.",
  }),
  ...askFields,
};

export const recipientFields = {
  userId: userId.optional().meta({
    description: "Id of the user in your program.",
  }),
  userIds: distinctList(userId, limits.recipients)
    // An empty list is what some clients send for one that nobody has set.
    .transform((ids) => ids.length > 0 ? ids : undefined)
    .meta({
      override: {
        type: "array",
        items: { type: "string", minLength: 1, maxLength: limits.userId },
        maxItems: limits.recipients,
      },
    }).optional().meta({
      description:
        "Whom it is for, where there are several; repeats count once, also for the limit.",
    }),
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
    override: { type: "string", format: "uri", pattern: "^[^#]*$", maxLength: limits.url },
    description:
      "https address that each response is posted to, signed, without a fragment (`#`). A public " +
      "one has port 443 or 8443, or one that the operator has opened.",
  }),
}).refine(oneRecipientField.check, oneRecipientField.params).meta({
  id: "NotificationRequest",
  description: oneRecipientField.description,
});

export type NotifyRequest = z.output<typeof notifyRequest>;

export function recipientsOf(request: { userId?: string; userIds?: string[] }): string[] {
  return request.userIds ?? [request.userId!];
}

/** An answer; the notification decides which parts it may have. */
export const answerRequest = z.strictObject({
  actionId: text({ max: limits.actionId }).optional().meta({
    description: "Id of the button that was pressed.",
  }),
  reply: text({ max: limits.reply }).optional().meta({
    description: "What the person wrote, at most 500 characters; null where nothing.",
  }),
}).refine((answer) => answer.actionId !== undefined || answer.reply !== undefined, {
  path: ["actionId"],
  error: message("noAnswer"),
}).meta({
  id: "AnswerRequest",
  description: "Takes `actionId`, `reply`, or both, as the notification allows.",
});

export type AnswerRequest = z.output<typeof answerRequest>;

function isPlainObject(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isObjectText(value: unknown): boolean {
  return value instanceof JsonText && value.text.startsWith("{");
}

/** An escape of JSON takes six bytes at most of what is one. */
const mostWritten = 6 * limits.dataBytes;

/** Counts UTF-8 as JSON writes it anew, however the sender's program escapes. */
function isShort(data: JsonText): boolean {
  const { text } = data;
  if (text.length <= limits.dataBytes / 3) return true;
  if (text.length > mostWritten) return false;
  const anew = text.includes("\\") ? JSON.stringify(data.parseExactly()) : text;
  return new TextEncoder().encode(anew).length <= limits.dataBytes;
}
