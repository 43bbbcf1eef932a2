import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Initials } from "@/components/Initials.tsx";
import { dueOf, type TaskShown } from "@/lib/panel/tasks/due_day.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface TaskProps {
  task: TaskShown;
  /** Whether all that is shown is one person's, so that nobody need be named. */
  isOfOne?: boolean;
}

/** A task in a bucket: one press finishes it, the rest of the line opens it or is carried. */
export function TaskLine({ task, isOfOne }: TaskProps) {
  return (
    <li class="task-line" data-card={task.id} data-version={task.version} data-title={task.title}>
      <TaskCheck task={task} />
      <span class="min-w-0 flex-1">
        <TaskLink task={task} />
        <span class="task-about">
          <About task={task} />
        </span>
      </span>
      <Due task={task} />
      {!isOfOne && <Assignee task={task} />}
    </li>
  );
}

/** A task on the board. */
export function TaskCard({ task }: TaskProps) {
  return (
    <li class="board-card" data-card={task.id} data-version={task.version} data-title={task.title}>
      <span class="flex items-start gap-2">
        <TaskCheck task={task} />
        <TaskLink task={task} />
      </span>
      <span class="task-about">
        <About task={task} />
      </span>
      <span class="flex min-h-6 items-center gap-2">
        <Due task={task} />
        <span class="ml-auto">
          <Assignee task={task} />
        </span>
      </span>
    </li>
  );
}

function TaskLink({ task: { id, title, status } }: Omit<TaskProps, "format">) {
  const { href } = usePage();
  return (
    <a
      id={`task-${id}`}
      class={`board-link ${status === "done" ? "text-soft line-through" : ""}`}
      href={href(`/panel/tasks/${id}`)}
      aria-describedby="board-keys"
      draggable={false}
      dir="auto"
    >
      {title}
    </a>
  );
}

/** Pressed by way of the page's island. */
export function TaskCheck(
  { task: { id, title, status } }: {
    task: Pick<TaskShown, "id" | "title" | "status">;
  },
) {
  const { language } = usePage();
  return (
    <button
      type="button"
      role="checkbox"
      class="task-check"
      aria-checked={status === "done"}
      aria-label={taskWords.finish(title)[language]}
      data-task-check={id}
      data-status={status}
    >
      <Icon name="check" class="size-3.5" />
    </button>
  );
}

function About({ task }: Omit<TaskProps, "companyId">) {
  const words = useWords(taskWords);
  const { priority, kind, client, sale, checklist } = task;
  const isMarked = priority === "high" || priority === "urgent";
  const done = checklist.filter((step) => step.done).length;
  return (
    <>
      {isMarked && (
        <span class={`task-priority task-priority-${priority}`}>{words.priorities[priority]}</span>
      )}
      {client && <span class="truncate" dir="auto">{client.name}</span>}
      {sale && <span class="shrink-0">{sale.name}</span>}
      {kind !== "general" && <span class="shrink-0">{words.kinds[kind]}</span>}
      {checklist.length > 0 && (
        <span class="inline-flex shrink-0 items-center gap-1 tabular-nums">
          <Icon name="list-checks" class="size-3.5" />
          {`${done}/${checklist.length}`}
        </span>
      )}
    </>
  );
}

/** The day, red when it is past; with the hour where the task has one. */
function Due({ task }: Omit<TaskProps, "companyId">) {
  const page = usePage();
  const due = dueOf(task, page);
  if (!due) return null;
  return (
    <span
      class={`shrink-0 text-label tabular-nums ${due.isPast ? "text-danger-text" : "text-soft"}`}
    >
      {due.text}
    </span>
  );
}

function Assignee({ task: { assignee } }: Pick<TaskProps, "task">) {
  if (!assignee?.name) return null;
  return <Initials name={assignee.name} title={assignee.name} small />;
}
