import { usePage, useWords } from "@/components/page.ts";
import { linksOf } from "@/lib/panel/composer/entry_kinds.ts";
import { define } from "@/lib/http/pages.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { EventFields, TrashEvent } from "@/islands/events/EventPage.tsx";
import { NoteVisit } from "@/islands/frame/Frame.tsx";
import { VerbButton } from "@/islands/record/VerbButton.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { findEvent } from "@/lib/crm/events/events.ts";
import { readOccurrences } from "@/lib/crm/events/occurrences.ts";
import { dayIn } from "@/lib/values/dates.ts";
import { eventForm } from "@/lib/panel/events/event_fields.ts";
import { HistoryPanel } from "@/routes/panel/(_frame)/HistoryPanel.tsx";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { readHistory } from "@/lib/panel/record/record_history.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { Occurrences } from "@/lib/panel/events/repeat/Occurrences.tsx";
import { calendarSay } from "@/lib/panel/events/calendar/say.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

export const handler = panelPage({
  stylesheets: ["/calendar.css"],
  run: async ({ trx, member, params, language }) => {
    const id = recordId(params);
    const event = await findEvent(trx, member, id);
    return {
      event,
      occurrences: await readOccurrences(trx, member, event),
      history: await readHistory(trx, { ...member, language }, "event", id),
      people: await listPeople(trx, member),
      userId: member.userId,
    };
  },
  title: ({ event }) => event.title,
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language, timeZone } = usePage();
  const { event, occurrences, history, people } = data;
  const words = useWords(calendarWords);
  const say = calendarSay(language, timeZone);
  const day = dayIn(timeZone, event.starts_at);
  const calendar = href(`/panel/events?day=${day}`);
  const when = say.when({
    start: event.starts_at.getTime(),
    end: event.ends_at.getTime(),
    isAllDay: event.all_day,
  });
  return (
    <RecordPage
      back={{ href: calendar, label: nounWords.events.many[language] }}
      title={event.title}
      meta={<Meta event={event} when={when} />}
      actions={
        <>
          <a class="button" href={calendar} aria-current="false">
            <Icon name="calendar" /> {words.inCalendar}
          </a>
          <Trash event={event} when={when} next={calendar} />
        </>
      }
      aside={
        <HistoryPanel
          subject={{ event_id: event.id }}
          links={linksOf(event)}
          people={people}
          me={data.userId}
          history={history}
          of={{ type: "event", id: event.id }}
        />
      }
    >
      <NoteVisit title={event.title} />
      <div data-region="links">
        <Links event={event} />
      </div>
      <div data-region="series">
        {event.recurrence && (
          <Panel title={repeatWords.others[language]}>
            <Occurrences
              id={event.id}
              rule={event.recurrence}
              day={day}
              occurrences={occurrences}
              say={say}
            />
          </Panel>
        )}
      </div>
      <Panel title={words.data}>
        <EventFields record={event} fields={eventForm(language, people, event)} />
      </Panel>
    </RecordPage>
  );
});

interface EventProps {
  event: Awaited<ReturnType<typeof findEvent>>;
}

function Meta({ event, when }: EventProps & { when: string }) {
  const words = useWords(calendarWords);
  return (
    <>
      <span class={`calendar-type calendar-${event.type}`}>
        <span class="calendar-swatch" aria-hidden="true" /> {words.types[event.type]}
      </span>
      <p class="w-full text-meta text-soft">
        {when}
        {event.location && (
          <>
            {" · "}
            <bdi>{event.location}</bdi>
          </>
        )}
      </p>
    </>
  );
}

interface TrashProps extends EventProps {
  when: string;
  /** Where the browser goes afterwards. */
  next: string;
}

function Trash({ event, when, next }: TrashProps) {
  const words = useWords(calendarWords);
  return event.recurrence
    ? <TrashEvent id={event.id} text={`${event.title} · ${when}`} next={next} />
    : (
      <VerbButton
        path={`events/${event.id}`}
        method="DELETE"
        label={words.trash}
        icon="trash-2"
        done={words.trashed}
        undo={{ path: `events/${event.id}/restore` }}
        next={next}
      />
    );
}

function Links({ event }: EventProps) {
  const { href } = usePage();
  const words = useWords(calendarWords);
  const links = ([
    ["client", "clients", "building-2"],
    ["opportunity", "opportunities", "target"],
    ["contact", "contacts", "contact"],
  ] as const).flatMap(([noun, list, icon]) => {
    const to = event[noun];
    return to ? [{ href: href(`/panel/${list}/${to.id}`), to, icon }] : [];
  });
  if (links.length === 0 && !event.url) return null;
  return (
    <p class="flex flex-wrap gap-2">
      {event.ical_uid && event.contact && (
        <a class="button" href={href(`/panel/contacts/${event.contact.id}`)}>
          <Icon name="mail" /> {words.invitation}
        </a>
      )}
      {links.map(({ href, to, icon }) => (
        <a key={href} class="button max-w-full" href={href}>
          <Icon name={icon} /> <span class="truncate">{to.name}</span>
        </a>
      ))}
      {event.url && (
        <a class="button" href={event.url} rel="noreferrer noopener" target="_blank">
          <Icon name="link" /> {words.openLink}
        </a>
      )}
    </p>
  );
}
