import * as z from "zod";
import type { Asks } from "@/lib/db/tables/notify.ts";
import * as field from "@/lib/input/fields.ts";
import { distinctList } from "@/lib/input/bodies/distinct.ts";
import { text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";

/** Follow-ups of a notification that nobody reads or answers: docs/decisions/0050. */

export const askLimits = {
  leastSeconds: 60,
  mostSeconds: 2_592_000,
  reminders: 10,
  escalated: 20,
} as const;

const seconds = z.int().min(askLimits.leastSeconds).max(askLimits.mostSeconds);
const after = seconds.meta({ description: "Seconds between the send and this step." });

const remind = z.strictObject({
  every: seconds.meta({ description: "Seconds from one reminder to the next." }),
  times: z.int().min(1).max(askLimits.reminders).meta({
    description: "How many reminders are sent at most.",
  }),
}).meta({
  id: "Reminding",
  description:
    "Reminders on the stream and by push, until it is read or answered; dismissing it ends none.",
});

const escalate = z.strictObject({
  after,
  userIds: distinctList(text({ max: 200 }), askLimits.escalated).refine(
    (ids) => ids.length > 0,
    { error: message("fewestItems", 1) },
  ).meta({
    override: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 200 },
      minItems: 1,
      maxItems: askLimits.escalated,
    },
    description: "Ids of the users who get it too then; repeats count once.",
  }),
}).meta({
  id: "Escalation",
  description: "A step taken when nobody has answered, or read it where no answer is asked for.",
});

const fallback = z.strictObject({
  after,
  email: field.email.meta({ description: "E-mail address that the mail goes to." }),
}).meta({
  id: "Fallback",
  description:
    "When nobody has answered (or read): a mail with a link that answers once, without " +
    "the app, as the recipient with that address for id, else the first. Where each of several " +
    "may answer, one must have it. 422 without an e-mail account, and beyond the day's bound of " +
    "addresses that are of no contact, client, member or user of the company.",
});

export const askFields = {
  remind: remind.optional().meta({ description: "Sends it again to those who have not answered." }),
  escalate: escalate.optional().meta({
    description: "Sends it to other users if nobody answers in time.",
  }),
  answers: z.enum(["each", "first"])
    // Said or not, `each` is the same request.
    .transform((value) => value === "first" ? value : undefined).optional().meta({
      override: { type: "string", enum: ["each", "first"], default: "each" },
      description: "`first`: the first answer closes it for all; others get 409 " +
        "`already_answered` with `details` `{userId, answeredAt}`.",
    }),
  fallback: fallback.optional().meta({
    description: "Sends a mail where nobody has answered in time.",
  }),
};

/** The user for whom a mail's link answers. */
export function fallbackUser(users: string[], email: string): string {
  return users.find((user) => user.toLowerCase() === email.toLowerCase()) ?? users[0]!;
}

export function asksOf(request: Asks): Asks | null {
  const { remind, escalate, answers, fallback } = request;
  if (!remind && !escalate && !answers && !fallback) return null;
  return { remind, escalate, answers, fallback };
}

/** Reminders, escalation and fallback as the API shows them. */
export const askRecord = {
  remind: remind.nullable().meta({
    description: "Option that the sender gave; null where it gave none.",
  }),
  escalate: escalate.nullable().meta({
    description: "Option that the sender gave; null where it gave none.",
  }),
  answers: z.enum(["each", "first"]).meta({
    description: "Whether each person may answer, or the first answer closes it.",
  }),
  fallback: fallback.nullable().meta({
    description: "Option that the sender gave; null where it gave none.",
  }),
};

export function toAsks(asks: Asks | null) {
  const { remind = null, escalate = null, answers = "each", fallback = null } = asks ?? {};
  return { remind, escalate, answers, fallback } as const;
}
