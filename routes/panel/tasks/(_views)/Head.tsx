import { usePage } from "@/components/page.ts";
import { Ignored } from "@/lib/panel/list/Ignored.tsx";
import { ListHead } from "@/lib/panel/list/ListHead.tsx";
import { QuickAdd } from "@/islands/tasks/QuickAdd.tsx";
import { TaskChecks } from "@/islands/tasks/TaskChecks.tsx";
import type { Person } from "@/lib/access/people.ts";
import type { Assignee } from "@/lib/input/list.ts";
import type { TaskView } from "@/lib/panel/tasks/task_view.ts";
import type { FilterSpec, ListView } from "@/lib/panel/list/list_view.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";
import { AskingFilters } from "@/routes/panel/(_frame)/AskingFilters.tsx";
import { Tabs, Whose } from "@/routes/panel/tasks/(_views)/Tabs.tsx";

export interface HeadProps {
  current: TaskView;
  view: ListView;
  filters: FilterSpec[];
  /** Filters of the tasks besides the address. */
  base?: Record<string, string>;
  ignored: string[];
  people: Person[];
  /** Assignees of the shown tasks; everyone's without it. */
  assignees?: Assignee[];
  me: number;
}

/** Head of the tasks by day and of the board, with the line for a new one. */
export function Head(props: HeadProps) {
  const { companyId, language } = usePage();
  const { current, view, filters, base, ignored, people, assignees, me } = props;
  const [only] = assignees?.length === 1 ? assignees : [];
  return (
    <>
      <ListHead
        title={nounWords.tasks.many[language]}
        view={view}
        filters={filters}
        tabs={<Tabs current={current} view={view} />}
        class="md:mb-3"
      />
      <Ignored names={ignored} />
      <QuickAdd people={people} me={me} assigneeId={typeof only === "number" ? only : me} />
      <div class="md:mb-4">
        <AskingFilters
          view={view}
          filters={filters}
          asking={{ list: "tasks", companyId, base }}
          lead={<Whose current={current} view={view} />}
        />
      </div>
      <p id="board-keys" class="sr-only">{taskWords.keys[language]}</p>
      <TaskChecks />
    </>
  );
}
