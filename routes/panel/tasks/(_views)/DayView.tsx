import { usePage, useWords } from "@/components/page.ts";
import { Empty } from "@/components/Empty.tsx";
import { TaskBuckets } from "@/lib/panel/tasks/parts/TaskBuckets.tsx";
import { TaskCarrier } from "@/islands/tasks/TaskCarrier.tsx";
import type { readTaskBuckets } from "@/lib/crm/tasks/task_buckets.ts";
import { bucketFilters } from "@/lib/panel/tasks/view.tsx";
import { isNarrowed } from "@/lib/panel/list/list_view.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";
import { Head, type HeadProps } from "@/routes/panel/tasks/(_views)/Head.tsx";

interface DayViewProps extends Omit<HeadProps, "current" | "filters"> {
  buckets: Awaited<ReturnType<typeof readTaskBuckets>>;
}

/** Open tasks by their day: one's own, unless the address says whose. */
export function DayView({ buckets, ...head }: DayViewProps) {
  const { language } = usePage();
  const { view, people } = head;
  const words = useWords(taskWords);
  const filters = bucketFilters(language, people);
  const isEmpty = buckets.every(({ count }) => count === 0) && !isNarrowed(view, filters);
  // The filter has no option for everyone, who are a tab of their own.
  const chosen = view.params.assignee_id === "all"
    ? { ...view, params: { ...view.params, assignee_id: "" } }
    : view;
  const whose = view.params.assignee_id ?? "me";
  const inList = {
    ...view,
    params: { ...view.params, assignee_id: whose === "all" ? "" : whose },
  };
  return (
    <>
      <Head
        {...head}
        current="days"
        view={chosen}
        filters={filters}
        base={{ status: "pending,in_progress", ...whose === "all" ? {} : { assignee_id: whose } }}
      />
      <div data-region="tasks" class="task-days">
        {isEmpty && (
          <div class="mb-6">
            <Empty icon="list-checks" text={words.nothingOpen} />
          </div>
        )}
        <TaskBuckets buckets={buckets} isOfOne={head.assignees?.length === 1} view={inList} />
      </div>
      <TaskCarrier columns="buckets" />
    </>
  );
}
