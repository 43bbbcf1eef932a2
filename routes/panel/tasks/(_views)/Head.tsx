import { Ignored } from "@/lib/panel/list/Ignored.tsx";
import { Search } from "@/lib/panel/list/ListPage.tsx";
import { QuickAdd } from "@/islands/tasks/QuickAdd.tsx";
import { TaskChecks } from "@/islands/tasks/TaskChecks.tsx";
import type { Person } from "@/lib/access/people.ts";
import type { TimeFormat } from "@/lib/dates.ts";
import type { Assignee } from "@/lib/input/list.ts";
import type { TaskView } from "@/lib/panel/tasks/task_view.ts";
import type { FilterSpec, ListView } from "@/lib/panel/list/list_view.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";
import { AskingFilters } from "@/routes/panel/(_frame)/AskingFilters.tsx";
import { Tabs } from "@/routes/panel/tasks/(_views)/Tabs.tsx";

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
  companyId: number;
  format: TimeFormat;
}

/** Head of the tasks by day and of the board, with the line for a new one. */
export function Head(props: HeadProps) {
  const { current, view, filters, base, ignored, people, assignees, me, companyId, format } = props;
  const { language, timeZone } = format;
  const who = { companyId, language };
  const [only] = assignees?.length === 1 ? assignees : [];
  return (
    <>
      <header class="mb-3 flex flex-wrap items-center gap-x-2 gap-y-2 md:gap-x-4">
        <h1 class="text-title font-semibold tracking-tight">{nounWords.tasks.many[language]}</h1>
        <Tabs current={current} view={view} language={language} />
        <div class="ml-auto max-md:contents">
          <Search view={view} language={language} />
        </div>
      </header>
      <Ignored names={ignored} language={language} />
      <QuickAdd
        {...who}
        people={people}
        me={me}
        assigneeId={typeof only === "number" ? only : me}
        timeZone={timeZone}
      />
      <div class="mb-4">
        <AskingFilters
          view={view}
          filters={filters}
          language={language}
          asking={{ list: "tasks", companyId, base }}
        />
      </div>
      <p id="board-keys" class="sr-only">{taskWords.keys[language]}</p>
      <TaskChecks {...who} />
    </>
  );
}
