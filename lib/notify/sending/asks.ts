import * as z from "zod";
import type { Asks } from "@/lib/db/notify_schema.ts";
import { email } from "@/lib/input/fields.ts";
import { message } from "@/lib/input/messages.ts";
import { text } from "@/lib/input/input.ts";

/** What becomes of a notification that nobody reads or answers: docs/decisions/0051. */

export const askLimits = {
  leastSeconds: 60,
  mostSeconds: 2_592_000,
  reminders: 10,
  escalated: 20,
} as const;

const seconds = z.int().min(askLimits.leastSeconds).max(askLimits.mostSeconds);
const after = seconds.meta({ description: "Seconds after it was sent." });
const escalated = z.array(text({ max: 200 })).min(1).max(askLimits.escalated);

const remind = z.strictObject({
  every: seconds.meta({ description: "Seconds from the send to the first, and between two." }),
  times: z.int().min(1).max(askLimits.reminders).meta({ description: "How many at most." }),
}).meta({
  id: "Reminding",
  description: "Told again on the stream and pushed again to whoever has neither read nor " +
    "answered it. Putting it aside does not end that.",
});

const escalate = z.strictObject({
  after,
  userIds: escalated.transform((ids) => [...new Set(ids)]).meta({
    override: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 200 },
      minItems: 1,
      maxItems: askLimits.escalated,
    },
    description: "Who then gets it too.",
  }),
}).meta({
  id: "Escalation",
  description: "Sent to others too when nobody has answered by then; where no answer is asked " +
    "for, when nobody has read it.",
});

const fallback = z.strictObject({
  after,
  email: email.meta({ description: "Where the mail goes." }),
}).meta({
  id: "Fallback",
  description:
    "A mail when nobody has answered by then (read, where no answer is asked for), with " +
    "the text and a link to a page with the buttons, which works without the app and answers " +
    "once. The answer is that of the recipient whose id is the address, else of the first one: " +
    "several of whom each may answer need such an id among them. 422 where the company has no " +
    "e-mail account.",
});

export const askFields = {
  remind: remind.optional(),
  escalate: escalate.optional(),
  answers: z.enum(["each", "first"])
    // Said or not, `each` is the same request.
    .transform((value) => value === "first" ? value : undefined).optional().meta({
      override: { type: "string", enum: ["each", "first"], default: "each" },
      description: "`first`: the first answer closes it for all; the others get 409 " +
        "`already_answered` with `details` `{userId, answeredAt}`.",
    }),
  fallback: fallback.optional(),
};

type Addressed = Pick<Asks, "answers" | "fallback"> & { userId?: string; userIds?: string[] };

/** Whose answer a mail's link gives. */
export function fallbackUser(users: string[], email: string): string {
  return users.find((user) => user.toLowerCase() === email.toLowerCase()) ?? users[0]!;
}

export const clearFallback = {
  check({ fallback, answers, userIds = [] }: Addressed): boolean {
    if (!fallback || answers === "first" || userIds.length < 2) return true;
    return fallbackUser(userIds, fallback.email).toLowerCase() === fallback.email.toLowerCase();
  },
  params: {
    path: ["fallback", "email"],
    error: message("fallbackOfMany"),
    when: ({ issues }: { issues: unknown[] }) => issues.length === 0,
  },
};

export function asksOf(request: Asks): Asks | null {
  const { remind, escalate, answers, fallback } = request;
  if (!remind && !escalate && !answers && !fallback) return null;
  return { remind, escalate, answers, fallback };
}

/** As the API shows them. */
export const askRecord = {
  remind: remind.nullable().meta({ description: "How often it is told again; null where not." }),
  escalate: escalate.nullable().meta({ description: "Who gets it too; null where nobody." }),
  answers: z.enum(["each", "first"]).meta({
    description: "Whether each may answer, or the first answer closes it for all.",
  }),
  fallback: fallback.nullable().meta({
    description: "The mail instead; null where there is none.",
  }),
};

export function toAsks(asks: Asks | null) {
  const { remind = null, escalate = null, answers = "each", fallback = null } = asks ?? {};
  return { remind, escalate, answers, fallback } as const;
}
