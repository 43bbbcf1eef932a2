import { usePage, useWords } from "@/components/page.ts";
import { invitedTimes } from "@/lib/crm/contacts/conversation/invitation/invited_times.ts";
import { eventTimes } from "@/lib/panel/contacts/thread/mail/event_times.ts";
import type { InvitedEvent } from "@/lib/panel/contacts/thread/mail/invitation_href.ts";
import { mailWords } from "@/lib/panel/contacts/thread/mail/words.ts";

interface InvitedStandingProps {
  event: InvitedEvent;
  messageId: number;
}

/** How the calendar has an invitation's event, and the button by which it follows the mail. */
export function InvitedStanding({ event, messageId }: InvitedStandingProps) {
  const page = usePage();
  const { href, timeZone } = page;
  const words = useWords(mailWords);
  const { calendar } = event;
  if (!calendar) return null;
  const { event_id, version, standing, starts_at, ends_at, all_day, place } = calendar;
  if (standing === "cancelled") {
    return <p class="w-full text-label text-soft" role="status">{words.cancelled}</p>;
  }
  const there = { starts_at: new Date(starts_at), ends_at: new Date(ends_at), all_day };
  const invited = invitedTimes(event, timeZone);
  const when = eventTimes(there, page);
  const isElsewhere = invited !== null && eventTimes(invited, page) !== when ||
    standing === "move";
  const text = standing === "cancel"
    ? words.stillThere
    : standing === "newer"
    ? words.newer
    : isElsewhere && !event.cancelled
    ? words.elsewhere([when, place].filter(Boolean).join(" · "))
    : words.inCalendar;
  const verbs = {
    move: {
      label: words.move,
      done: words.moved,
      undo: {
        path: `events/${event_id}`,
        method: "PATCH",
        json: { starts_at, ends_at, all_day, location: place },
      },
    },
    cancel: {
      label: words.cancelEvent,
      done: words.cancelled,
      undo: { path: `events/${event_id}/restore` },
    },
  };
  const verb = standing === "move" || standing === "cancel" ? verbs[standing] : null;
  return (
    <div class="flex w-full flex-wrap items-center gap-2">
      <p class="min-w-0 flex-1 text-label">
        <a
          class="font-medium text-accent"
          href={href(`/panel/events/${event_id}`)}
        >
          {text}
        </a>
      </p>
      {verb && (
        <button
          type="button"
          class="button max-md:w-full"
          data-invited={event_id}
          data-message={messageId}
          data-version={version}
          data-done={verb.done}
          data-undo={JSON.stringify(verb.undo)}
        >
          {verb.label}
        </button>
      )}
    </div>
  );
}
