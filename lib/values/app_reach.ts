/** How somebody is reached by WhatsApp, Instagram or Facebook just now. Pure. */

export interface Reach {
  to: string;
  username: string | null;
  /** An instant; null where they never wrote. */
  windowUntil: string | null;
  after: "template" | "human_agent" | null;
}

const dayMs = 86_400_000;
const agentAfterWindowMs = 6 * dayMs;

export type Standing =
  | { state: "open" | "human_agent"; until: Date }
  /** Too long ago; `isFirst`: they have never written to the account. */
  | { state: "template" | "closed"; isFirst: boolean };

export function standingOf(
  { windowUntil, after }: Pick<Reach, "windowUntil" | "after">,
  now: Date,
): Standing {
  const until = windowUntil === null ? null : new Date(windowUntil);
  if (until && until > now) return { state: "open", until };
  const isFirst = until === null;
  if (after === "template") return { state: "template", isFirst };
  const end = until && new Date(until.getTime() + agentAfterWindowMs);
  if (after === "human_agent" && end && end > now) return { state: "human_agent", until: end };
  return { state: "closed", isFirst };
}

export function recipientOf({ to, username }: Pick<Reach, "to" | "username">): string {
  if (username) return `@${username.replace(/^@/, "")}`;
  return /^\d{7,15}$/.test(to) ? `+${to}` : `…${to.slice(-4)}`;
}

/** States of what may not have reached the app, and cannot be quoted there. */
const unsentStates: readonly string[] = ["queued", "sending", "failed", "uncertain", "cancelled"];

export function hasReachedApp(delivery: { state: string } | null): boolean {
  return !unsentStates.includes(delivery?.state ?? "");
}

const hourMs = 3_600_000;

/** What is left of a window: whole hours, and in the last hour minutes and seconds. */
export function timeLeft(until: Date, now: Date): { hours: number } | { clock: string } {
  const ms = Math.max(0, until.getTime() - now.getTime());
  if (ms >= hourMs) return { hours: Math.floor(ms / hourMs) };
  const seconds = Math.floor(ms / 1000);
  return { clock: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` };
}
