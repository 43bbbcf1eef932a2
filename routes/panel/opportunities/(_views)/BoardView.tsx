import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { type BoardColumn, BoardColumns } from "@/lib/panel/opportunities/BoardColumns.tsx";
import { Empty } from "@/components/Empty.tsx";
import { Ignored } from "@/lib/panel/list/Ignored.tsx";
import { ListHead } from "@/lib/panel/list/ListHead.tsx";
import { Board } from "@/islands/opportunities/Board.tsx";
import { OpportunitySheet } from "@/islands/opportunities/OpportunitySheet.tsx";
import { StageSheet } from "@/islands/opportunities/StageSheet.tsx";
import { AskingFilters } from "@/routes/panel/(_frame)/AskingFilters.tsx";
import { Tabs, Whose } from "@/routes/panel/opportunities/(_views)/Tabs.tsx";
import type { Person } from "@/lib/access/people.ts";
import { formatMoney } from "@/lib/values/money.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import { formFields } from "@/lib/panel/form/form_fields.ts";
import { boardFilters } from "@/lib/panel/opportunities/view.tsx";
import { isNarrowed, type ListView } from "@/lib/panel/list/list_view.ts";
import { boardWords } from "@/lib/panel/board/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

interface BoardViewProps {
  columns: BoardColumn[];
  people: Person[];
  /** The person who looks. */
  userId: number;
  tags: { tag: string }[];
  ignored: string[];
  view: ListView;
  currency: string;
  create: ComponentChildren;
}

/** The pipeline as columns of cards. */
export function BoardView(props: BoardViewProps) {
  const { companyId, language } = usePage();
  const { columns, people, userId, tags, ignored, view, currency, create } = props;
  const words = useWords(boardWords);
  const filters = boardFilters({
    language,
    people,
    tags,
    rows: columns.flatMap(({ cards }) => cards),
  });
  const isEmpty = columns.every(({ count }) => count === 0) && !isNarrowed(view, filters);
  return (
    <>
      <ListHead
        title={nounWords.opportunities.many[language]}
        view={view}
        filters={filters}
        tabs={<Tabs view={view} />}
        create={create}
        class="md:mb-3"
      />
      <Ignored names={ignored} />
      <div class="mb-1 flex flex-wrap items-center gap-x-4 gap-y-2 md:mb-3">
        <AskingFilters
          view={view}
          filters={filters}
          asking={{ list: "opportunities", companyId, base: { status: "open" } }}
          lead={<Whose view={view} />}
        />
        <Totals columns={columns} currency={currency} />
      </div>
      <div data-region="board-empty">
        {isEmpty && (
          <div class="mb-4">
            <Empty icon="target" text={opportunityWords.empty[language]} />
          </div>
        )}
      </div>
      <p id="board-keys" class="sr-only">{words.keys}</p>
      <div data-region="board">
        <BoardColumns columns={columns} currency={currency} view={view} />
      </div>
      <Board />
      <OpportunitySheet
        stages={columns.map(({ id, name, color }) => ({ id, name, color }))}
        fields={formFields(opportunityFields, "record", { language, people })}
        people={people}
        me={userId}
      />
      <StageSheet />
    </>
  );
}

function Totals({ columns, currency }: {
  columns: BoardColumn[];
  currency: string;
}) {
  const { language } = usePage();
  const words = useWords(boardWords);
  const sum = (of: (column: BoardColumn) => number) =>
    formatMoney(columns.reduce((total, column) => total + of(column), 0), { language, currency });
  return (
    <p
      class="ml-auto flex gap-3 text-meta tabular-nums max-md:text-label"
      data-region="board-totals"
    >
      <span class="font-medium">{words.open(sum(({ amount }) => amount))}</span>
      <span class="text-soft">{words.weighted(sum(({ weighted }) => weighted))}</span>
    </p>
  );
}
