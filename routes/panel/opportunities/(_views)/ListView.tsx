import type { ComponentChildren } from "preact";
import type { listOpportunities } from "@/lib/crm/opportunities/opportunities.ts";
import type { ListPageData } from "@/lib/panel/list/list_page.ts";
import { opportunityColumns, opportunityFilters } from "@/lib/panel/opportunities/view.tsx";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";
import { NounList } from "@/routes/panel/(_frame)/NounList.tsx";
import { Tabs } from "@/routes/panel/opportunities/(_views)/Tabs.tsx";

type ListViewProps = ListPageData<typeof listOpportunities> & {
  stages: { id: number; name: string }[];
  tags: { tag: string }[];
  create: ComponentChildren;
};

/** Opportunities of every state as a table. */
export function ListView({ stages, tags, create, ...data }: ListViewProps) {
  const { rows, people, view, format: { language } } = data;
  return (
    <NounList
      noun="opportunity"
      data={data}
      filters={opportunityFilters({ language, people, stages, tags, rows })}
      columns={opportunityColumns(data)}
      stages={stages}
      empty={{ text: opportunityWords.empty[language] }}
      tabs={<Tabs view={view} language={language} />}
      actions={create}
    />
  );
}
