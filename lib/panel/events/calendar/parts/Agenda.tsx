import { usePage } from "@/components/page.ts";
import { Empty } from "@/components/Empty.tsx";
import { Entry, type Speech } from "@/lib/panel/events/calendar/parts/Entry.tsx";
import type { Item } from "@/lib/panel/events/calendar/item.ts";
import { itemsByDay } from "@/lib/panel/events/calendar/layout.ts";

interface AgendaProps {
  days: readonly string[];
  items: readonly Item[];
  today: string;
  speech: Speech;
  dayHref: (day: string) => string;
}

/** Entries day by day. */
export function Agenda({ days, items, today, speech, dayHref }: AgendaProps) {
  const { timeZone } = usePage();
  const { say, words } = speech;
  const sections = itemsByDay(days, items, timeZone)
    .filter((one) => one.items.length > 0 || one.day === today);
  if (items.length === 0) return <Empty icon="calendar" text={words.empty} />;
  return (
    <div class="calendar-agenda">
      {sections.map(({ day, items }) => (
        <section key={day} data-today={day === today}>
          <h2 class="calendar-agenda-day">
            <a href={dayHref(day)} aria-current={day === today ? "date" : "false"}>
              <span class="calendar-date">{Number(day.slice(8))}</span>
              <span class="text-meta text-soft">
                {say.weekday(day)} · {say.month(day)}
              </span>
            </a>
          </h2>
          {items.length === 0
            ? <p class="py-2 text-meta text-soft">{words.nothing}</p>
            : (
              <ul class="calendar-agenda-items">
                {items.map((item) => (
                  <li key={`${item.kind}-${item.id}`}>
                    <Entry item={item} speech={speech} />
                  </li>
                ))}
              </ul>
            )}
        </section>
      ))}
    </div>
  );
}
