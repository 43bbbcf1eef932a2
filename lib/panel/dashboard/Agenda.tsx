import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { Time } from "@/components/Time.tsx";
import { formatDue, formatHour } from "@/lib/values/dates.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { statHref } from "@/lib/panel/dashboard/stat_links.ts";
import type { AgendaItem } from "@/lib/figures/agenda.ts";
import type { Stats } from "@/lib/figures/stats_record.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import { dashboardWords } from "@/lib/panel/dashboard/words.ts";

interface AgendaProps {
  items: AgendaItem[];
  stats: Stats;
}

/** Agenda of a person: tasks, the day's events, contacts that wait. */
export function Agenda({ items, stats }: AgendaProps) {
  const page = usePage();
  const { language } = page;
  const words = useWords(dashboardWords);
  const of = (kind: AgendaItem["kind"]) => items.filter((item) => item.kind === kind);
  const { mine } = stats.tasks;
  const { waiting } = stats.contacts;
  return (
    <div class="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2 xl:grid-cols-3">
      <Panel
        title={words.tasks.title}
        region="my-tasks"
        end={mine > 0 && (
          <a class="hover:text-text" href={statHref("tasks.mine", page)} data-figure="tasks.mine">
            {words.tasks.all(formatQuantity(mine, language))}
          </a>
        )}
      >
        <Rows empty={words.tasks.empty} items={of("task")} noun="tasks">
          {(task) => <Due task={task} />}
        </Rows>
      </Panel>
      <Panel
        title={words.events.title}
        region="today"
        end={
          <a class="hover:text-text" href={statHref("events.today", page)}>{words.events.all}</a>
        }
      >
        <Rows empty={words.events.empty} items={of("event")} noun="events">
          {(event) => <Hours event={event} />}
        </Rows>
      </Panel>
      <Panel
        title={words.contacts.title}
        region="waiting"
        end={waiting > 0 && (
          <a
            class="hover:text-text"
            href={statHref("contacts.waiting", page)}
            data-figure="contacts.waiting"
          >
            {words.contacts.all(formatQuantity(waiting, language))}
          </a>
        )}
      >
        <Rows
          empty={words.contacts.empty}
          items={of("contact").map((contact) => ({
            ...contact,
            title: contact.title ?? fieldWords.nameless[language],
          }))}
          noun="contacts"
        >
          {({ at }) => at && <Time at={at} />}
        </Rows>
      </Panel>
    </div>
  );
}

interface RowsProps {
  items: AgendaItem[];
  noun: string;
  empty: string;
  /** Controls at a row's end. */
  children: (item: AgendaItem) => ComponentChildren;
}

/** Two lines a row; the whole row opens its record. */
function Rows({ items, noun, empty, children }: RowsProps) {
  const { href } = usePage();
  if (items.length === 0) return <p class="py-3 text-meta text-soft">{empty}</p>;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id} class="agenda-row">
          <span class="flex items-baseline justify-between gap-3">
            <a
              class="row-link min-w-0 truncate font-medium"
              href={href(`/panel/${noun}/${item.id}`)}
              dir="auto"
            >
              {item.title}
            </a>
            <span
              class={`shrink-0 text-label tabular-nums ${
                item.is_late && item.kind !== "event" ? "text-danger-text" : "text-soft"
              }`}
            >
              {children(item)}
            </span>
          </span>
          {item.note && (
            <span class="block truncate text-label text-soft" dir="auto">{item.note}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Due({ task }: { task: AgendaItem }) {
  const page = usePage();
  const { language } = page;
  if (!task.at) return <>{dashboardWords.tasks.noDay[language]}</>;
  const { text } = formatDue(task.at, page);
  return <>{task.all_day ? text : `${text} ${formatHour(task.at, page)}`}</>;
}

function Hours({ event }: { event: AgendaItem }) {
  const page = usePage();
  const { language } = page;
  if (event.all_day || !event.at) return <>{dashboardWords.events.allDay[language]}</>;
  return <>{[event.at, event.until!].map((at) => formatHour(at, page)).join("–")}</>;
}
