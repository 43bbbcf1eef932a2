import { currentTime } from "@/lib/tools/clock.ts";
/** How long somebody may be written to freely. Pure. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Meta's, less a minute in which a message may be on its way. */
const openMs = 24 * hourMs - minuteMs;
const humanAgentMs = 7 * 24 * hourMs - minuteMs;

export interface Heard {
  /** The platform's time of what they last wrote; null: nothing that the account knows of. */
  heard_at: Date | null;
  /** The platform said that it is closed. */
  closed_at: Date | null;
}

/** What is left once the window is closed; null: nothing. */
export type AfterWindow = "template" | "human_agent" | null;

export interface Window {
  /** Null where it never was open. */
  until: Date | null;
  isOpen: boolean;
  after: AfterWindow;
}

export function windowOf(
  { kind, settings }: { kind: string; settings: Record<string, unknown> },
  { heard_at: heardAt, closed_at: closedAt }: Heard,
  now = currentTime(),
): Window {
  const end = heardAt && new Date(heardAt.getTime() + openMs);
  const isClosed = heardAt !== null && closedAt !== null && closedAt >= heardAt;
  const until = end && isClosed && closedAt < end ? closedAt : end;
  const isAgent = settings.human_agent === true && heardAt !== null &&
    now.getTime() < heardAt.getTime() + humanAgentMs;
  return {
    until,
    isOpen: until !== null && until > now,
    after: kind === "whatsapp" ? "template" : isAgent ? "human_agent" : null,
  };
}
