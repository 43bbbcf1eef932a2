import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { invitedTimes } from "@/lib/crm/contacts/conversation/invitation/invited_times.ts";
import type { ThreadMail } from "@/lib/crm/contacts/threads.ts";
import { dayIn } from "@/lib/values/dates.ts";
import { eventTimes } from "@/lib/panel/contacts/thread/mail/event_times.ts";
import {
  invitationHref,
  type InvitedEvent,
} from "@/lib/panel/contacts/thread/mail/invitation_href.ts";
import { InvitedStanding } from "@/lib/panel/contacts/thread/mail/InvitedStanding.tsx";
import { invitedRule } from "@/lib/panel/contacts/thread/mail/repeat_words.ts";
import { mailWords } from "@/lib/panel/contacts/thread/mail/words.ts";

interface InvitedProps {
  invitation: NonNullable<ThreadMail["invitation"]>;
  messageId: number;
  contactId: number;
}

/** The events of a mail's calendar, the next one first; each can be added to the company's. */
export function Invited({ invitation, ...place }: InvitedProps) {
  const { language } = usePage();
  const { method, superseded, more, count } = invitation;
  const words = useWords(mailWords);
  const isOffered = !superseded && (method === "request" || method === "other");
  const rest = count - more.length - 1;
  return (
    <div class="mail-invitation" role="group" aria-label={words.invitation}>
      <Icon name="calendar" class="mt-0.5 text-soft" />
      <div class="min-w-0 flex-1">
        {superseded && <p class="text-label text-soft">{words.superseded}</p>}
        {[invitation, ...more].map((event, at) => (
          <EventLine
            key={at}
            at={at}
            event={event}
            says={at === 0 ? words.methods[method] : event.cancelled ? words.methods.cancel : null}
            {...{ isOffered, ...place }}
          />
        ))}
        {rest > 0 && <p class="text-label text-soft">{mailWords.moreEvents(rest)[language]}</p>}
      </div>
    </div>
  );
}

interface EventLineProps extends Omit<InvitedProps, "invitation"> {
  event: InvitedEvent;
  /** Index of the event in the mail, from 0. */
  at: number;
  /** Says what the mail does with the event. */
  says: string | null;
  isOffered: boolean;
}

function EventLine({ event, says, isOffered, ...place }: EventLineProps) {
  const page = usePage();
  const { language, timeZone } = page;
  const words = useWords(mailWords);
  const { title, cancelled, repeats, calendar } = event;
  const times = invitedTimes(event, timeZone);
  const isAddable = isOffered && !cancelled && (!calendar || calendar.standing === "cancelled");
  return (
    <div class="flex flex-wrap items-start gap-2">
      <div class="min-w-0 flex-1">
        <p>
          {says !== null && <span class="text-soft">{says}:</span>}{" "}
          <bdi class={`font-medium ${cancelled ? "line-through" : ""}`}>
            {title ?? words.untitled}
          </bdi>
        </p>
        {times && (
          <p class="text-label text-soft first-letter:uppercase">
            {eventTimes(times, page)}
          </p>
        )}
        {repeats && times && (
          <p class="text-label text-soft">
            {invitedRule(repeats, dayIn(timeZone, times.starts_at), language)}
          </p>
        )}
        {event.place && (
          <p class="text-label text-soft">
            <bdi>{event.place}</bdi>
          </p>
        )}
      </div>
      {isAddable && (
        <a class="button max-md:w-full" href={invitationHref(event, place, page)}>{words.add}</a>
      )}
      <InvitedStanding event={event} {...place} />
    </div>
  );
}
