import { usePage } from "@/components/page.ts";
import { TaskColumns } from "@/lib/panel/tasks/parts/TaskColumns.tsx";
import { TaskCarrier } from "@/islands/tasks/TaskCarrier.tsx";
import type { readTaskBoard } from "@/lib/crm/tasks/task_board.ts";
import { taskBoardFilters } from "@/lib/panel/tasks/view.tsx";
import { Head, type HeadProps } from "@/routes/panel/tasks/(_views)/Head.tsx";

interface StatusViewProps extends Omit<HeadProps, "current" | "filters"> {
  columns: Awaited<ReturnType<typeof readTaskBoard>>["columns"];
}

/** Tasks as a board by their status. */
export function StatusView({ columns, ...head }: StatusViewProps) {
  const { language } = usePage();
  const { view, people } = head;
  const cards = columns.flatMap((column) => column.cards);
  return (
    <>
      <Head {...head} current="board" filters={taskBoardFilters(language, people, cards)} />
      <div data-region="board">
        <TaskColumns columns={columns} view={view} />
      </div>
      <TaskCarrier columns="statuses" />
    </>
  );
}
