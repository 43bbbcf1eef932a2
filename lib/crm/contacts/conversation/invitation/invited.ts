import { nextDate } from "@/lib/channels/email/read/calendar/next_date.ts";
import type { Invitation, InvitedEvent } from "@/lib/channels/email/read/mail.ts";
import type { MailFacts } from "@/lib/db/tables/channels.ts";

/** The events of a mail's invitation, as they are kept with the message. */

/** An invitation as stored; one from before several events were read has a single event. */
type Stored = Omit<Invitation, "more" | "count"> & Partial<Pick<Invitation, "more" | "count">>;

export type StoredEvent = InvitedEvent & Pick<Invitation, "method" | "organizer">;

export interface StoredInvitation {
  method: Invitation["method"];
  /** The next one first, ten at most. */
  events: StoredEvent[];
  count: number;
}

export function invitationOf(facts: MailFacts): StoredInvitation | null {
  const stored = facts.invitation as unknown as Stored | null;
  if (!stored) return null;
  const { method, organizer, more = [], count = 1, ...first } = stored;
  return {
    method,
    events: [first, ...more].map((event) => ({ ...event, method, organizer })),
    count,
  };
}

/** The event at its next date; `occurrence` is that date where it is one of a series. */
export function atNextDate(event: StoredEvent, now: Date): StoredEvent & { isOver: boolean } {
  const { startsAt, endsAt, isOver } = nextDate(event, now);
  const occurrence = event.occurrence ?? (event.repeat ? startsAt : null);
  return { ...event, occurrence, startsAt, endsAt, isOver };
}

export function isCalledOff({ method, isCancelled }: StoredEvent): boolean {
  return method === "cancel" || (isCancelled ?? false);
}
