import { usePage, useWords } from "@/components/page.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Initials } from "@/components/Initials.tsx";
import { eventTypes } from "@/lib/panel/events/calendar/item.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { speak } from "@/lib/words/language.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";

/** Id of the filters, which are a sheet on a phone. */
export const calendarFilters = "calendar-filters";

interface CalendarFiltersProps {
  people: { id: number; name: string }[];
  /** The user whom `me` means. */
  userId: number;
  view: ListView;
}

/** People by their initials, types by their colours, and what is laid over: links that toggle. */
export function CalendarFilters({ people, userId, view }: CalendarFiltersProps) {
  const { language } = usePage();
  const words = useWords(calendarWords);
  const chosen = (name: string) => (view.params[name] ?? "").split(",").filter(Boolean);
  const assignees = chosen("assignee_id").map((one) => one === "me" ? String(userId) : one);
  const types = chosen("type");
  const hidden = chosen("hide");
  const toggle = (name: string, now: string[], value: string) => {
    const others = now.filter((one) => one !== value);
    const next = others.length < now.length ? others : [...now, value];
    return hrefOf(view, { [name]: next.join(",") || null });
  };
  return (
    <div
      id={calendarFilters}
      popover="auto"
      class="calendar-filters"
      aria-label={speak(listWords, language).filters}
    >
      <ul aria-label={words.people}>
        {[...people.map(({ id, name }) => ({ value: String(id), name })), {
          value: "none",
          name: words.unassigned,
        }].map(({ value, name }) => (
          <li key={value}>
            <a
              href={toggle("assignee_id", assignees, value)}
              class="calendar-person"
              aria-current={assignees.includes(value) ? "true" : "false"}
              title={name}
            >
              <Initials name={value === "none" ? "–" : name} />
              <span class="sr-only">{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <ul aria-label={words.kinds}>
        {eventTypes.map((type) => (
          <li key={type}>
            <a
              href={toggle("type", types, type)}
              class={`calendar-kind calendar-${type}`}
              aria-current={types.includes(type) ? "true" : "false"}
            >
              <span class="calendar-swatch" aria-hidden="true" />
              {words.types[type]}
            </a>
          </li>
        ))}
      </ul>
      <ul aria-label={words.overlays}>
        {(["tasks", "quotes"] as const).map((overlay) => (
          <li key={overlay}>
            <a
              href={toggle("hide", hidden, overlay)}
              class={`calendar-kind calendar-${overlay === "tasks" ? "task" : "quote"}`}
              aria-current={hidden.includes(overlay) ? "false" : "true"}
            >
              <Icon name={overlay === "tasks" ? "square-check" : "file-text"} class="size-3.5" />
              {words[overlay]}
            </a>
          </li>
        ))}
      </ul>
      {assignees.length + types.length > 0 && (
        <a
          class="px-1.5 text-meta text-soft hover:text-text"
          aria-current="false"
          href={hrefOf(view, { assignee_id: null, type: null })}
        >
          {words.clear}
        </a>
      )}
    </div>
  );
}
