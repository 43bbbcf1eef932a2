import { Icon } from "@/components/icons/Icon.tsx";
import type { Item } from "@/lib/panel/events/calendar/item.ts";
import type { Say } from "@/lib/panel/events/calendar/say.ts";
import type { Spoken } from "@/lib/words/language.ts";
import type { calendarWords } from "@/lib/panel/events/words.ts";

export interface Speech {
  say: Say;
  words: Spoken<typeof calendarWords>;
}

interface EntryProps {
  item: Item;
  speech: Speech;
  /** Shows its start alone. */
  isBrief?: boolean;
}

/** An event, task or quotation as a link; the colour says its type, and so does a hidden word. */
export function Entry({ item, speech: { say, words }, isBrief }: EntryProps) {
  const { kind, id, title, href, type, detail, person, repeats } = item;
  const name = kind === "event" ? words.types[type!] : words[kind];
  const about = [detail, person].filter(Boolean).join(" · ");
  const change = kind === "event"
    ? {
      "data-event": id,
      "data-title": title,
      "data-version": item.version!,
      "data-start": item.start,
      "data-end": item.end,
      "data-all-day": item.isAllDay ? "true" : undefined,
      "data-repeats": repeats ? "true" : undefined,
      "aria-describedby": "calendar-keys",
    }
    : {};
  return (
    <a
      href={href}
      class={`calendar-entry calendar-${type ?? kind}`}
      draggable={false}
      data-id={`${kind}-${id}`}
      title={[`${name}: ${title}`, say.when(item), about, repeats && words.repeats]
        .filter(Boolean).join("\n")}
      {...change}
    >
      {kind !== "event" && (
        <Icon
          name={kind === "task" ? "square-check" : "file-text"}
          class="mt-0.5 size-3 shrink-0"
        />
      )}
      <span class="calendar-entry-text">
        <span class="sr-only">{name}:</span>
        <span class="calendar-entry-title" dir="auto">{title}</span> {repeats && (
          <>
            <Icon name="repeat" class="inline align-[-0.1875em] opacity-75" />
            <span class="sr-only">{words.repeats}</span>
          </>
        )}
        <span class="calendar-entry-time">
          {isBrief ? say.time(item.start) : say.times(item)}
        </span>{" "}
        {about && <span class="calendar-entry-detail" dir="auto">{about}</span>}
      </span>
    </a>
  );
}
