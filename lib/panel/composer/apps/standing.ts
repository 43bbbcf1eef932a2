import type { MetaReach } from "@/lib/crm/contacts/conversation/senders.ts";

/** Pure: whether somebody may be written to by WhatsApp, Instagram or Facebook just now. */

const dayMs = 86_400_000;
/** An answer of a person, counted from the end of the window of one day. */
const agentMs = 6 * dayMs;

export type Standing =
  /** They may be written to until then. */
  | { state: "open" | "human_agent"; until: Date }
  /** Too long ago; `isFirst`: they have never written to the account. */
  | { state: "template" | "closed"; isFirst: boolean };

export function standingOf({ windowUntil, after }: MetaReach, now: Date): Standing {
  const until = windowUntil === null ? null : new Date(windowUntil);
  if (until && until > now) return { state: "open", until };
  const isFirst = until === null;
  if (after === "template") return { state: "template", isFirst };
  const end = until && new Date(until.getTime() + agentMs);
  if (after === "human_agent" && end && end > now) return { state: "human_agent", until: end };
  return { state: "closed", isFirst };
}
