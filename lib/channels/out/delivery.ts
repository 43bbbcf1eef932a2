import * as z from "zod";

/** Delivery state of a message that goes out by an account. Pure: pages use it too. */

export const deliveryStates = [
  "queued",
  "sending",
  "sent",
  "partly",
  "delivered",
  "read",
  "failed",
  "uncertain",
  "cancelled",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A message waits so long before it goes out, and can be taken back until then. */
export const undoMs = 10_000;

/** States in which a verb may be used; `cancel` only before the first attempt. */
export const deliveryCan = {
  cancel: ["queued"],
  retry: ["failed", "partly"],
  resend: ["uncertain"],
  settle: ["uncertain"],
} as const satisfies Record<string, readonly DeliveryState[]>;
export type DeliveryVerb = keyof typeof deliveryCan;

export const deliveryVerbs = Object.keys(deliveryCan) as DeliveryVerb[];

export function verbsOf(
  { state, attempts }: { state: DeliveryState; attempts: number },
): DeliveryVerb[] {
  return deliveryVerbs.filter((verb) =>
    (deliveryCan[verb] as readonly DeliveryState[]).includes(state) &&
    (verb !== "cancel" || attempts === 0)
  );
}

/** Receipts may come late and in any order: only a later state replaces an earlier one. */
const ranks: Record<DeliveryState, number> = {
  cancelled: 9,
  read: 4,
  delivered: 3,
  sent: 2,
  partly: 2,
  failed: 2,
  uncertain: 1,
  sending: 1,
  queued: 0,
};

export const receiptStates = ["sent", "delivered", "read", "failed"] as const;
export type ReceiptState = (typeof receiptStates)[number];

/**
 * States that a receipt moves on. A failure is told of what was sent; what arrived did not fail.
 * @param options.sentAfterFailure whether `sent` too may follow `failed`
 */
export function movedBy(
  receipt: ReceiptState,
  { sentAfterFailure }: { sentAfterFailure: boolean },
): DeliveryState[] {
  const outranksFailure = sentAfterFailure || receipt !== "sent";
  return deliveryStates.filter((state) =>
    receipt === "failed"
      ? ["queued", "sending", "sent", "uncertain"].includes(state)
      : ranks[state] < ranks[receipt] || (state === "failed" && outranksFailure)
  );
}

const deliveryState = z.enum(deliveryStates).meta({
  id: "DeliveryState",
  description: "`queued` waits, for 10 s that it can be cancelled in, or for its next attempt; " +
    "`partly`: some of a mail's recipients have it, and others not, or not yet; " +
    "`uncertain`: nobody knows whether it arrived, and only a person sends it again (`resend`) or says that it " +
    "has (`settle`).",
});

export const recipientStates = ["queued", "sent", "failed", "uncertain", "cancelled"] as const;
export type RecipientState = (typeof recipientStates)[number];

const recipientRecord = z.object({
  address: z.string().meta({ description: "E-mail address, such as `ana@example.com`." }),
  state: z.enum(recipientStates).meta({
    description: "State of the mail's delivery to this recipient.",
  }),
  error: z.string().nullable().meta({ description: "Why it is not sent, in words." }),
  at: z.iso.datetime().meta({ description: "Instant of the state, or of the last attempt." }),
}).meta({ id: "DeliveryRecipient" });

export const deliveryRecord = z.object({
  state: deliveryState.meta({ description: "State of the message on its way out." }),
  at: z.iso.datetime().meta({ description: "Instant at which it reached this state." }),
  attempts: z.int().meta({ description: "Number of attempts to send it so far." }),
  next_attempt_at: z.iso.datetime().nullable().meta({
    description: "When it is tried next; null where it is not.",
  }),
  error: z.string().nullable().meta({
    description: "Why the last attempt failed, in words; null where it did not.",
  }),
  code: z.int().nullable().meta({
    description: "The code of Meta's error; null where there is none.",
  }),
  note: z.string().nullable().meta({
    description: "What Meta said beside the state, such as a hold for quality.",
  }),
  charged: z.object({
    category: z.string().nullable().meta({ description: "Category of the price, as Meta has it." }),
    billable: z.boolean().meta({ description: "Whether Meta charges for the message." }),
  }).nullable().meta({ description: "What Meta charges for a WhatsApp message, once it says so." }),
  recipients: z.array(recipientRecord).meta({
    description: "Each recipient of a mail, from its first attempt on; else none. `retry` sends " +
      "it to those alone who do not have it.",
  }),
  can: z.array(z.enum(deliveryVerbs as [DeliveryVerb, ...DeliveryVerb[]])).meta({
    description: "Verbs that may be used now: `POST …/messages/:message_id/<verb>`.",
  }),
}).meta({ id: "Delivery" });
