import { usePage, useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import { formatAhead, type TimeFormat } from "@/lib/values/dates.ts";
import { askWords } from "@/lib/panel/notifications/ask_words.ts";

interface DueTime {
  kind: keyof typeof askWords.times.kinds;
  at: Date;
  doneAt: Date | null;
  outcome: keyof typeof askWords.times.outcomes | null;
  reached: number | null;
  mail: string | null;
}

const colours = {
  acted: "bg-success-solid",
  not_needed: "bg-soft",
  over: "bg-soft",
  failed: "bg-danger-solid",
};

/** Every due time of a notification and what it did. */
export function DueTimes({ times }: { times: DueTime[] }) {
  const page = usePage();
  const words = useWords(askWords).times;
  return (
    <ul class="divide-y divide-line text-meta">
      {times.map((time) => (
        <li
          key={`${time.kind} ${time.at.toISOString()}`}
          class="flex flex-wrap items-baseline gap-x-3 py-2"
        >
          <span class="font-medium">{words.kinds[time.kind]}</span>
          <span class="inline-flex items-baseline gap-1.5">
            <span
              class={`size-1.5 shrink-0 self-center rounded-full ${
                time.outcome ? colours[time.outcome] : "bg-warning-solid"
              }`}
              aria-hidden="true"
            />
            {outcomeText(time, page)}
          </span>
          <span class="ml-auto text-soft tabular-nums">
            {time.outcome ? <Time at={time.doneAt ?? time.at} /> : formatAhead(time.at, page)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function outcomeText({ outcome, reached, mail }: DueTime, { language }: TimeFormat): string {
  const { times } = askWords;
  if (!outcome) return times.ahead[language];
  const more = mail
    ? times.mails[mail as keyof typeof times.mails]
    : outcome === "acted" && reached !== null
    ? times.reached(reached)
    : null;
  return [times.outcomes[outcome][language], more?.[language]].filter(Boolean).join(" · ");
}
