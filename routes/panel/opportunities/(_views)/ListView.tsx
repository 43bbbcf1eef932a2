import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import type { listOpportunities, sumOpportunities } from "@/lib/crm/opportunities/opportunities.ts";
import type { ListPageData } from "@/lib/panel/list/list_page.ts";
import { ListSums } from "@/lib/panel/list/ListSums.tsx";
import { opportunityColumns, opportunityFilters } from "@/lib/panel/opportunities/view.tsx";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";
import { amountWords } from "@/lib/words/numbers.ts";
import { NounList } from "@/routes/panel/(_frame)/NounList.tsx";
import { Tabs, Whose } from "@/routes/panel/opportunities/(_views)/Tabs.tsx";

type ListViewProps = ListPageData<typeof listOpportunities> & {
  sums: Awaited<ReturnType<typeof sumOpportunities>>;
  stages: { id: number; name: string }[];
  tags: { tag: string }[];
  create: ComponentChildren;
};

/** Opportunities of every state as a table. */
export function ListView({ sums, stages, tags, create, ...data }: ListViewProps) {
  const page = usePage();
  const { language } = page;
  const { rows, meta, people, view, currency } = data;
  const labels = useWords(amountWords.headings);
  return (
    <NounList
      noun="opportunity"
      data={data}
      filters={opportunityFilters({ language, people, stages, tags, rows })}
      columns={opportunityColumns({ ...page, currency: data.currency })}
      stages={stages}
      empty={{ text: opportunityWords.empty[language] }}
      tabs={<Tabs view={view} />}
      lead={<Whose view={view} />}
      create={create}
    >
      <ListSums
        total={meta.total}
        sums={[
          { name: "amount", label: labels.amount, amount: sums.amount },
          { name: "weighted", label: labels.weighted, amount: sums.weighted },
        ]}
        currency={currency}
      />
    </NounList>
  );
}
