import type { Invitation } from "@/lib/access/invitation.ts";
import { formatTime, type TimeFormat } from "@/lib/values/dates.ts";
import type { ShownInvitation } from "@/lib/panel/employees/shown_invitation.ts";

/** Invitations with their instants in words. */
export function shownInvitations(
  invitations: Invitation[] = [],
  format: TimeFormat,
): ShownInvitation[] {
  return invitations.map(({ at, ...one }) => ({ ...one, when: formatTime(at, format) }));
}
