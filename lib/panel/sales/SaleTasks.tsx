import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { formatDay } from "@/lib/values/dates.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { saleWords } from "@/lib/panel/sales/words.ts";

/** A delivery task as the list needs it. */
export interface DeliveryTask {
  id: number;
  title: string;
  status: "pending" | "in_progress" | "done";
  /** The day that it is due on in the company's zone. */
  day: string | null;
  assignee: string | null;
}

interface SaleTasksProps {
  tasks: DeliveryTask[];
  /** A sale that was cancelled is delivered no further. */
  isOver: boolean;
}

/** Delivery tasks of a sale; ticked at once, taken back if the server refuses. */
export function SaleTasks({ tasks: first, isOver }: SaleTasksProps) {
  const { companyId, href, language } = usePage();
  const tasks = useRegionData("deliveries", first);
  const [ticked, setTicked] = useState<Record<number, boolean>>({});
  const words = useWords(saleWords);

  async function tick({ id, status }: DeliveryTask, isDone: boolean) {
    setTicked((before) => ({ ...before, [id]: isDone }));
    const path = `tasks/${id}`;
    const undone = status === "done" ? "pending" : status;
    await runVerb({
      path,
      method: "PATCH",
      json: { status: isDone ? "done" : "pending" },
      done: isDone ? words.ticked : words.unticked,
      undo: { path, method: "PATCH", json: { status: isDone ? undone : "done" } },
    }, { companyId, language });
    setTicked(({ [id]: _, ...rest }) => rest);
  }

  if (tasks.length === 0) return <p class="text-meta text-soft">{words.noTasks}</p>;
  return (
    <ul>
      {tasks.map((task) => {
        const isDone = ticked[task.id] ?? task.status === "done";
        const about = [task.day && words.due(formatDay(task.day, language)), task.assignee];
        return (
          <li key={task.id} class="flex min-h-11 items-stretch border-b border-line">
            <label class="-ml-3 flex shrink-0 items-center px-3">
              <input
                type="checkbox"
                class="size-4 accent-accent"
                aria-label={words.tick(task.title)}
                checked={isDone}
                disabled={isOver}
                onChange={(event) => tick(task, event.currentTarget.checked)}
              />
            </label>
            <a
              class="group flex min-w-0 grow flex-col justify-center py-1.5"
              href={href(`/panel/tasks/${task.id}`)}
            >
              <span
                class={`group-hover:underline ${isDone ? "text-soft line-through" : ""}`}
                dir="auto"
              >
                {task.title}
              </span>
              {about.some(Boolean) && (
                <span class="text-label text-soft" dir="auto">
                  {about.filter(Boolean).join(" · ")}
                </span>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
