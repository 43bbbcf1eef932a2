import { useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { sharedParams, type TaskView } from "@/lib/panel/tasks/task_view.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface TabsProps {
  current: TaskView;
  view: ListView;
}

/** Links between days, board and list, and whose tasks; a phone has them among the filters. */
export function Tabs({ current, view }: TabsProps) {
  const words = useWords(taskWords);
  return (
    <>
      <div class="contents max-md:hidden">
        <Whose current={current} view={view} />
      </div>
      <nav class="tabs" aria-label={words.view}>
        {(["days", "board", "list"] as const).map((to) => (
          <Tab key={to} href={hrefTo(to, { current, view })} isCurrent={to === current}>
            <Icon name={icons[to]} />
            <span class="max-md:sr-only">{to === "days" ? words.byDay : words[to]}</span>
          </Tab>
        ))}
      </nav>
    </>
  );
}

export function Whose({ current, view }: TabsProps) {
  const words = useWords(taskWords);
  const isOfDays = current === "days";
  const { assignee_id } = view.params;
  // Days are one's own without a word; boards and lists are everyone's.
  const mine = isOfDays ? null : "me";
  const all = isOfDays ? "all" : null;
  const isMine = assignee_id === "me" || (isOfDays && !assignee_id);
  const isAll = isOfDays ? assignee_id === "all" : !assignee_id;
  return (
    <nav class="tabs" aria-label={words.whose}>
      <Tab href={hrefOf(view, { assignee_id: mine })} isCurrent={isMine}>{words.mine}</Tab>
      <Tab href={hrefOf(view, { assignee_id: all })} isCurrent={isAll}>{words.everyone}</Tab>
    </nav>
  );
}

const icons = { days: "calendar", board: "layout-grid", list: "list" } as const;

/** The same people's tasks in another view. */
function hrefTo(to: TaskView, { current, view }: Pick<TabsProps, "current" | "view">): string {
  const params = Object.fromEntries(
    Object.entries(view.params).filter(([name]) => sharedParams.includes(name)),
  );
  const whose = params.assignee_id ?? (current === "days" ? "me" : "all");
  const own = to === "days" ? "me" : "all"; // what the view shows without a word
  return hrefOf({ path: view.path, params }, {
    assignee_id: whose === own ? null : whose,
    view: to === "days" ? null : to,
    status: to === "list" ? "pending,in_progress" : null,
  });
}

interface TabProps {
  href: string;
  isCurrent: boolean;
  children: ComponentChildren;
}

function Tab({ href, isCurrent, children }: TabProps) {
  return <a class="tab" href={href} aria-current={isCurrent ? "page" : undefined}>{children}</a>;
}
