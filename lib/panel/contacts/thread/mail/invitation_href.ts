import type { ThreadMail } from "@/lib/crm/contacts/threads.ts";
import { addDays, dayIn, instantIn, type TimeFormat } from "@/lib/dates.ts";

interface Place {
  contactId: number;
  companyId: number;
  format: TimeFormat;
}

const hourMs = 3_600_000;

/** The calendar with the form of a new event, which has the invitation's values. */
export function invitationHref(
  invitation: NonNullable<ThreadMail["invitation"]>,
  { contactId, companyId, format: { timeZone } }: Place,
): string {
  const { title, place } = invitation;
  const times = timesOf(invitation, timeZone);
  const values = {
    company_id: String(companyId),
    contact_id: String(contactId),
    ...(title ? { title } : {}),
    ...(place ? { location: place } : {}),
    ...(times
      ? {
        day: dayIn(timeZone, times.starts),
        starts_at: times.starts.toISOString(),
        ends_at: times.ends.toISOString(),
        all_day: String(invitation.all_day),
      }
      : {}),
  };
  return `/panel/events?${new URLSearchParams(values)}#new`;
}

/** Whole days end where the day after the last one begins (RFC 5545, 3.6.1). */
function timesOf(
  { starts_at, ends_at, all_day }: NonNullable<ThreadMail["invitation"]>,
  timeZone: string,
): { starts: Date; ends: Date } | null {
  if (starts_at === null) return null;
  if (all_day) {
    const end = ends_at !== null && ends_at > starts_at ? ends_at : addDays(starts_at, 1);
    return {
      starts: instantIn(timeZone, `${starts_at}T00:00`),
      ends: instantIn(timeZone, `${end.slice(0, 10)}T00:00`),
    };
  }
  const starts = new Date(starts_at);
  const ends = ends_at === null ? starts : new Date(ends_at);
  return { starts, ends: ends > starts ? ends : new Date(starts.getTime() + hourMs) };
}
