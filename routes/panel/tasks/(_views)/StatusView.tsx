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
  const { view, people, format } = head;
  const { language } = format;
  const cards = columns.flatMap((column) => column.cards);
  return (
    <>
      <Head {...head} current="board" filters={taskBoardFilters(language, people, cards)} />
      <div data-region="board">
        <TaskColumns columns={columns} view={view} format={format} />
      </div>
      <TaskCarrier columns="statuses" />
    </>
  );
}
