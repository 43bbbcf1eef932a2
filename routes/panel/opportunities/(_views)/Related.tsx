import { usePage, useWords } from "@/components/page.ts";
import { Amount } from "@/components/Amount.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import type { listTasks } from "@/lib/crm/tasks/tasks.ts";
import { formatDue } from "@/lib/values/dates.ts";
import type { listQuotes } from "@/lib/sales/quotes/quotes.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

type Records<T extends (...args: never[]) => Promise<{ records: unknown[] }>> = Awaited<
  ReturnType<T>
>["records"];

/** The quotations of an opportunity, the newest first. */
export function QuoteRows({ quotes }: { quotes: Records<typeof listQuotes> }) {
  const { href, language } = usePage();
  if (quotes.length === 0) {
    return <p class="text-meta text-soft">{opportunityWords.noQuotes[language]}</p>;
  }
  return (
    <ul class="divide-y divide-line text-meta">
      {quotes.map(({ id, number, status, expired, gross_total, currency }) => (
        <li key={id}>
          <a
            class="-mx-2 flex min-h-11 items-center gap-4 rounded-md px-2 hover:bg-hover md:min-h-10"
            href={href(`/panel/quotes/${id}`)}
          >
            <span class="font-medium">{number}</span>
            <StatusDot noun="quote" status={expired ? "expired" : status} />
            <span class="ml-auto">
              <Amount value={gross_total} is="gross" currency={currency} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The open tasks of an opportunity, what is due first. */
export function TaskRows({ tasks }: { tasks: Records<typeof listTasks> }) {
  const page = usePage();
  const { href } = page;
  const words = useWords(opportunityWords);
  if (tasks.length === 0) return <p class="text-meta text-soft">{words.noTasks}</p>;
  return (
    <ul class="space-y-2 text-meta">
      {tasks.map(({ id, title, due_at, assignee }) => {
        const due = due_at && formatDue(due_at, page);
        return (
          <li key={id} class="flex items-baseline gap-2">
            <a class="min-w-0 flex-1 hover:underline" href={href(`/panel/tasks/${id}`)} dir="auto">
              {title}
            </a>
            {assignee?.name && <span class="shrink-0 text-label text-soft">{assignee.name}</span>}
            {due && (
              <span class={`shrink-0 ${due.isPast ? "text-danger-text" : "text-soft"}`}>
                {due.text}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
