import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { boardWords } from "@/lib/panel/board/words.ts";

interface TabsProps {
  view: ListView;
}

/** Parameters that both views understand. */
const shared = ["company_id", "q", "assignee_id", "client_id", "tag"];

/** Board or list, and whose, which a phone shows among the filters: plain links. */
export function Tabs({ view }: TabsProps) {
  const words = useWords(boardWords);
  const isList = view.params.view !== undefined;
  const params = Object.fromEntries(
    Object.entries(view.params).filter(([name]) => shared.includes(name)),
  );
  const other = { path: view.path, params };
  return (
    <>
      <div class="contents max-md:hidden">
        <Whose view={view} />
      </div>
      <nav class="tabs" aria-label={words.view}>
        <Tab href={hrefOf(other, {})} isCurrent={!isList}>
          <Icon name="layout-grid" />
          <span class="max-md:sr-only">{words.board}</span>
        </Tab>
        <Tab href={hrefOf(other, { view: "list" })} isCurrent={isList}>
          <Icon name="list" />
          <span class="max-md:sr-only">{words.list}</span>
        </Tab>
      </nav>
    </>
  );
}

export function Whose({ view }: TabsProps) {
  const words = useWords(boardWords);
  const { assignee_id } = view.params;
  return (
    <nav class="tabs" aria-label={words.whose}>
      <Tab href={hrefOf(view, { assignee_id: null })} isCurrent={!assignee_id}>
        {words.everyone}
      </Tab>
      <Tab href={hrefOf(view, { assignee_id: "me" })} isCurrent={assignee_id === "me"}>
        {words.mine}
      </Tab>
    </nav>
  );
}

interface TabProps {
  href: string;
  isCurrent: boolean;
  children: preact.ComponentChildren;
}

function Tab({ href, isCurrent, children }: TabProps) {
  return <a class="tab" href={href} aria-current={isCurrent ? "page" : "false"}>{children}</a>;
}
