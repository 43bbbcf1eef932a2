import { invitedTimes } from "@/lib/crm/contacts/conversation/invitation/invited_times.ts";
import type { ThreadMail } from "@/lib/crm/contacts/threads.ts";
import { dayIn, type TimeFormat } from "@/lib/values/dates.ts";

export type InvitedEvent = NonNullable<ThreadMail["invitation"]>["more"][number];

interface Place {
  contactId: number;
  messageId: number;
  /** Which of the mail's events it is, from 0. */
  at: number;
  companyId: number;
  format: TimeFormat;
}

/** The calendar with the form of a new event, which has the invitation's values. */
export function invitationHref(
  event: InvitedEvent,
  { contactId, messageId, at, companyId, format: { timeZone } }: Place,
): string {
  const { title, place } = event;
  const times = invitedTimes(event, timeZone);
  const values = {
    company_id: String(companyId),
    contact_id: String(contactId),
    message_id: String(messageId),
    event: String(at),
    ...(title ? { title } : {}),
    ...(place ? { location: place } : {}),
    ...(times
      ? {
        day: dayIn(timeZone, times.starts_at),
        starts_at: times.starts_at.toISOString(),
        ends_at: times.ends_at.toISOString(),
        all_day: String(event.all_day),
      }
      : {}),
  };
  return `/panel/events?${new URLSearchParams(values)}#new`;
}
