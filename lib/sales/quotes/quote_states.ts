/** A quotation's states and moves. It imports nothing, so that islands can use it. */

export const quoteStatuses = ["draft", "sent", "approved", "sold", "rejected"] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** Verbs of a quotation and the states that allow them (contract, section 4). */
export const quoteCan = {
  edit: ["draft"],
  send: ["draft"],
  recall: ["sent"],
  approve: ["sent"],
  reject: ["sent"],
  reopen: ["rejected"],
  "revoke-approval": ["approved"],
  "confirm-sale": ["approved"],
} as const satisfies Record<string, readonly QuoteStatus[]>;
export type QuoteVerb = keyof typeof quoteCan;

/** The state that each verb leads to. */
export const quoteBecomes: Record<QuoteVerb, QuoteStatus> = {
  edit: "draft",
  send: "sent",
  recall: "draft",
  approve: "approved",
  reject: "rejected",
  reopen: "draft",
  "revoke-approval": "sent",
  "confirm-sale": "sold",
};

/** The verbs that a quotation in this state allows. */
export function allowedVerbs(status: QuoteStatus): QuoteVerb[] {
  const verbs = Object.keys(quoteCan) as QuoteVerb[];
  return verbs.filter((verb) => (quoteCan[verb] as readonly QuoteStatus[]).includes(status));
}

/** Whether a message has left, or may have: nothing takes it back. */
export function isOut(delivery: { state: string; can: readonly string[] } | null): boolean {
  if (delivery === null || delivery.can.includes("cancel")) return false;
  return delivery.state !== "failed" && delivery.state !== "cancelled";
}

/** Whether the client has let the offer lapse; a member may still approve it. */
export function isExpired(quote: { status: QuoteStatus; valid_until: string }, today: string) {
  return quote.status === "sent" && quote.valid_until < today;
}
