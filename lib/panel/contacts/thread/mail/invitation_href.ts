import type { Page } from "@/components/page.ts";
import { invitedTimes } from "@/lib/crm/contacts/conversation/invitation/invited_times.ts";
import type { ThreadMail } from "@/lib/crm/contacts/threads.ts";
import { dayIn } from "@/lib/values/dates.ts";

export type InvitedEvent = NonNullable<ThreadMail["invitation"]>["more"][number];

interface Place {
  contactId: number;
  messageId: number;
  /** Index of the event in the mail, from 0. */
  at: number;
}

/** The calendar with the form of a new event, which has the invitation's values. */
export function invitationHref(
  event: InvitedEvent,
  { contactId, messageId, at }: Place,
  { href, timeZone }: Pick<Page, "href" | "timeZone">,
): string {
  const { title, place } = event;
  const times = invitedTimes(event, timeZone);
  const values = {
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
  return href(`/panel/events?${new URLSearchParams(values)}#new`);
}
