import { usePage, useWords } from "@/components/page.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { ColumnRest } from "@/lib/panel/board/ColumnRest.tsx";
import { TaskCard } from "@/lib/panel/tasks/parts/TaskLine.tsx";
import type { TaskShown } from "@/lib/panel/tasks/due_day.ts";
import type { TaskStatus } from "@/lib/crm/tasks/task.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { boardWords } from "@/lib/panel/board/words.ts";
import { statusWords } from "@/lib/words/statuses.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface TaskColumnsProps {
  columns: { status: TaskStatus; count: number; cards: TaskShown[] }[];
  view: ListView;
}

/** Tasks side by side by their status; on a phone one column at a time. */
export function TaskColumns({ columns, view }: TaskColumnsProps) {
  const { language } = usePage();
  const words = useWords(boardWords);
  const names = useWords(statusWords.task);
  const counted = (count: number) => formatQuantity(count, language);
  return (
    <>
      <nav class="board-strip" aria-label={taskWords.status[language]} data-scroll="strip">
        {columns.map(({ status, count }) => (
          <a
            key={status}
            class="chip shrink-0 gap-1.5 px-2.5"
            href={`#stage-${status}`}
            data-strip={status}
          >
            {names[status]}
            <span class="tabular-nums text-soft">{counted(count)}</span>
          </a>
        ))}
      </nav>
      <div class="board task-board" data-board data-scroll="board">
        {columns.map(({ status, count, cards }) => (
          <section
            key={status}
            id={`stage-${status}`}
            class="board-column"
            data-stage={status}
            data-name={names[status]}
            aria-labelledby={`stage-${status}-title`}
          >
            <h2 id={`stage-${status}-title`} class="flex items-baseline gap-2 px-1 pb-2">
              <span class="font-semibold">{names[status]}</span>
              <span class="tabular-nums text-soft">{counted(count)}</span>
            </h2>
            <ol class="board-cards" data-cards data-scroll={`stage-${status}`}>
              {cards.map((task) => <TaskCard key={task.id} task={task} />)}
              {cards.length === 0 && <li class="board-empty" data-empty>{words.emptyColumn}</li>}
              <ColumnRest
                count={count}
                visible={cards.length}
                view={view}
                inList={hrefOf(view, { per_column: null, view: "list", status })}
              />
            </ol>
          </section>
        ))}
      </div>
    </>
  );
}
