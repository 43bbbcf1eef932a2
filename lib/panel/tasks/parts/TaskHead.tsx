import { usePage, useWords } from "@/components/page.ts";
import { StatusDot } from "@/components/StatusDot.tsx";
import { dueOf, type TaskShown } from "@/lib/panel/tasks/due_day.ts";
import { Time } from "@/components/Time.tsx";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface Named {
  id: number;
  name: string | null;
}

interface TaskHeadProps {
  task: TaskShown & { opportunity: Named | null; done_at: Date | null; done_by: Named | null };
}

/** Behind a task's title: how it stands, when it is due, and what it is about. */
export function TaskHead({ task }: TaskHeadProps) {
  const page = usePage();
  const { href } = page;
  const words = useWords(taskWords);
  const { status, priority, done_at, done_by } = task;
  const due = dueOf(task, page);
  const links = ([["clients", task.client], ["opportunities", task.opportunity], [
    "sales",
    task.sale,
  ]] as const).flatMap(([page, record]) => record ? [{ page, ...record }] : []);
  return (
    <>
      <StatusDot noun="task" status={status} />
      {(priority === "high" || priority === "urgent") && (
        <span class={`task-priority task-priority-${priority}`}>{words.priorities[priority]}</span>
      )}
      {due && status !== "done" && (
        <span class={due.isPast ? "text-danger-text" : "text-soft"}>{due.text}</span>
      )}
      {done_at && (
        <span class="text-soft">
          {done_by?.name && words.doneBy(done_by.name)} · <Time at={done_at} />
        </span>
      )}
      {links.length > 0 && (
        <p class="flex w-full flex-wrap gap-x-2 text-meta leading-6 text-soft">
          {links.map(({ page, id, name }, at) => (
            <span key={page}>
              <a
                class="inline-block underline decoration-line-strong underline-offset-2 hover:text-text"
                href={href(`/panel/${page}/${id}`)}
              >
                <bdi>{name}</bdi>
              </a>
              {at < links.length - 1 && " ·"}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
