import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { type CalendarView, calendarViews, stepped } from "@/lib/panel/events/calendar/period.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { FiltersChip } from "@/lib/panel/list/FiltersButton.tsx";
import { calendarFilters } from "@/lib/panel/events/calendar/parts/CalendarFilters.tsx";
import { nounWords } from "@/lib/words/nouns.ts";

interface CalendarHeadProps {
  /** The shown period: "16–22 nov 2026". */
  period: string;
  layout: CalendarView;
  day: string;
  /** How many days are shown. */
  count: number;
  view: ListView;
  actions: ComponentChildren;
}

/** The days shown, the ways to others, and the views. */
export function CalendarHead(props: CalendarHeadProps) {
  const { language } = usePage();
  const { period, layout, day, count, view, actions } = props;
  const words = useWords(calendarWords);
  const step = (by: 1 | -1) => hrefOf(view, { day: stepped(layout, day, by, count) });
  const arrow = (by: 1 | -1, label: string, key: string) => (
    <a
      class="button button-plain button-icon text-soft"
      href={step(by)}
      rel={by < 0 ? "prev" : "next"}
      title={label}
      aria-current="false"
      data-key={key}
      aria-keyshortcuts={key}
    >
      <Icon name={by < 0 ? "chevron-left" : "chevron-right"} />
      <span class="sr-only">{label}</span>
    </a>
  );
  return (
    <header class="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 md:gap-x-4 md:gap-y-2 md:mb-3">
      <h1 class="calendar-title text-title font-semibold tracking-tight md:min-w-60">
        <span class="sr-only">{nounWords.events.many[language]}:</span> {period}
      </h1>
      <nav class="flex items-center gap-1" aria-label={nounWords.events.many[language]}>
        {arrow(-1, words.previous, "p")}
        <a
          class="button"
          href={hrefOf(view, { day: null })}
          aria-current="false"
          data-key="t"
          aria-keyshortcuts="t"
        >
          {words.today}
        </a>
        {arrow(1, words.next, "n")}
      </nav>
      <div class="flex w-full items-center justify-between gap-2 md:ml-auto md:w-auto">
        <nav class="tabs calendar-tabs" aria-label={words.view}>
          {calendarViews.map((name) => (
            <a
              key={name}
              class="tab"
              href={hrefOf(view, { view: name, days: null })}
              aria-current={name === layout ? "page" : "false"}
            >
              {words.views[name]}
            </a>
          ))}
        </nav>
        <FiltersChip
          count={["assignee_id", "type", "hide"].flatMap((name) =>
            (view.params[name] ?? "").split(",").filter(Boolean)
          ).length}
          target={calendarFilters}
        />
        <div class="list-create">{actions}</div>
      </div>
    </header>
  );
}
