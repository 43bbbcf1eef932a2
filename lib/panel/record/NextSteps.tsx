import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { formatDue, formatHour } from "@/lib/values/dates.ts";
import type { NextStep } from "@/lib/figures/next_steps.ts";
import { historyWords } from "@/lib/panel/record/history_words.ts";

interface NextStepsProps {
  steps: NextStep[];
}

/** When an event of whole days begins. */
const midnight = "00:00";

/** Open tasks and coming events of a record, the nearest first. */
export function NextSteps({ steps }: NextStepsProps) {
  const page = usePage();
  const { href, language } = page;
  if (steps.length === 0) {
    return <p class="text-meta text-soft">{historyWords.noSteps[language]}</p>;
  }
  return (
    <ul class="space-y-2 text-meta">
      {steps.map(({ noun, id, title, at, assignee }) => {
        const due = at && formatDue(at, page);
        const hour = at && noun === "event" && formatHour(at, page);
        return (
          <li key={`${noun}-${id}`} class="flex items-baseline gap-2">
            <Icon
              name={noun === "task" ? "circle" : "calendar"}
              class="size-3.5 shrink-0 self-center text-soft"
            />
            <a
              class="min-w-0 flex-1 hover:underline"
              href={href(`/panel/${noun}s/${id}`)}
              dir="auto"
            >
              {title}
            </a>
            {assignee && <span class="shrink-0 text-label text-soft">{assignee.name}</span>}
            {due && (
              <span class={`shrink-0 ${due.isPast ? "text-danger-text" : "text-soft"}`}>
                {due.text}
                {hour && hour !== midnight && ` ${hour}`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
