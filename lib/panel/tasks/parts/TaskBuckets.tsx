import { useWords } from "@/components/page.ts";
import { TaskLine } from "@/lib/panel/tasks/parts/TaskLine.tsx";
import type { TaskShown } from "@/lib/panel/tasks/due_day.ts";
import type { Bucket } from "@/lib/crm/tasks/bucket.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface TaskBucketsProps {
  buckets: { bucket: Bucket; count: number; tasks: TaskShown[] }[];
  isOfOne: boolean;
  /** Filters of the list that the links lead to. */
  view: ListView;
}

/** Open tasks below each other by their day, what is late first. */
export function TaskBuckets({ buckets, isOfOne, view }: TaskBucketsProps) {
  const words = useWords(taskWords);
  // An empty bucket is a place to drop a task; nothing is dropped among the late ones.
  const visible = buckets.filter(({ bucket, count }) => bucket !== "overdue" || count > 0);
  return (
    <div class="space-y-6" data-board>
      {visible.map(({ bucket, count, tasks }) => (
        <section
          key={bucket}
          data-stage={bucket}
          data-name={words.buckets[bucket]}
          aria-labelledby={`bucket-${bucket}`}
        >
          <h2
            id={`bucket-${bucket}`}
            class={`mb-1 flex items-baseline gap-2 border-b border-line pb-1.5 font-semibold ${
              bucket === "overdue" ? "text-danger-text" : ""
            }`}
          >
            {words.buckets[bucket]}
            <span class="text-label font-normal tabular-nums text-soft">{count}</span>
          </h2>
          <ol class="task-lines" data-cards>
            {tasks.map((task) => <TaskLine key={task.id} task={task} isOfOne={isOfOne} />)}
            {tasks.length === 0 && <li class="task-none" data-empty>{words.emptyBucket}</li>}
            {count > tasks.length && (
              <li data-rest>
                <a
                  class="button button-plain text-soft"
                  href={hrefOf(view, {
                    view: "list",
                    due: bucket === "later" ? "after_week" : bucket,
                  })}
                >
                  {words.more(count - tasks.length)}
                </a>
              </li>
            )}
          </ol>
        </section>
      ))}
    </div>
  );
}
