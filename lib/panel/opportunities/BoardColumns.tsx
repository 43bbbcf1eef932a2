import { usePage, useWords } from "@/components/page.ts";
import { keptPart } from "@/components/page_provider.ts";
import { BoardCard, type Card } from "@/lib/panel/opportunities/BoardCard.tsx";
import { StageDot } from "@/lib/panel/opportunities/stages/StageDot.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { formatMoney, formatQuantity } from "@/lib/values/money.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { speak } from "@/lib/words/language.ts";
import { boardWords } from "@/lib/panel/board/words.ts";
import { stageWords } from "@/lib/crm/stages/words.ts";

/** A stage with its sums and the first cards in it. */
export interface BoardColumn {
  id: number;
  name: string;
  color: string | null;
  count: number;
  amount: number;
  weighted: number;
  cards: Card[];
  /** How many cards come after these, and the cursor that asks for them. */
  more: number;
  next: string | null;
}

interface BoardColumnsProps {
  columns: BoardColumn[];
  currency: string;
  view: ListView;
}

/** How many further cards of a column are drawn at a time. */
const step = 50;

const KeptCard = keptPart(BoardCard, 1_000);

/** The stages side by side; on a phone one at a time, with a strip of their names above. */
export function BoardColumns(props: BoardColumnsProps) {
  const { language } = usePage();
  const { columns } = props;
  const words = useWords(boardWords);
  return (
    <>
      <nav class="board-strip" aria-label={words.columns} data-scroll="strip">
        {columns.map(({ id, name, color, count }) => (
          <a key={id} class="chip shrink-0 gap-1.5 px-2.5" href={`#stage-${id}`} data-strip={id}>
            <StageDot color={color} />
            <span class="max-w-48 truncate" title={name} dir="auto">{name}</span>
            <span class="tabular-nums text-soft">{count}</span>
          </a>
        ))}
      </nav>
      <div class="board" data-board data-scroll="board">
        {columns.map((column) => <Column key={column.id} {...props} column={column} />)}
        <button
          type="button"
          id="stage-new-edit"
          class="button button-plain board-add text-soft"
          data-stage-edit="new"
          data-opens=""
        >
          <Icon name="plus" />
          {speak(stageWords, language).add}
        </button>
      </div>
    </>
  );
}

function Column({ column, ...props }: BoardColumnsProps & { column: BoardColumn }) {
  const { language } = usePage();
  const { currency, view } = props;
  const words = useWords(boardWords);
  const ofStage = useWords(stageWords);
  const { id, name, color, count, amount, weighted, cards } = column;
  const title = `stage-${id}-title`;
  return (
    <section
      id={`stage-${id}`}
      class="board-column"
      data-stage={id}
      data-name={name}
      aria-labelledby={title}
    >
      <header class="px-1 pb-2">
        <div class="flex items-center gap-2">
          <StageDot color={color} />
          <h2 id={title} class="min-w-0 truncate font-semibold" title={name} dir="auto">{name}</h2>
          <span class="tabular-nums text-soft">{formatQuantity(count, language)}</span>
          <button
            type="button"
            id={`stage-${id}-edit`}
            class="button button-plain button-icon -my-1 -mr-1 ml-auto text-soft"
            data-stage-edit={id}
            data-opens=""
            title={ofStage.edit(name)}
          >
            <Icon name="ellipsis" />
            <span class="sr-only">{ofStage.edit(name)}</span>
          </button>
        </div>
        <p class="flex flex-wrap gap-x-2 text-label tabular-nums">
          <span>{formatMoney(amount, { language, currency })}</span>
          <span class="text-soft">
            {words.weighted(formatMoney(weighted, { language, currency }))}
          </span>
        </p>
      </header>
      <ol class="board-cards" data-cards data-scroll={`stage-${id}`}>
        {cards.map((card) => <KeptCard key={card.id} card={card} currency={currency} />)}
        {cards.length === 0 && (
          <li class="board-empty" data-empty>
            {words.emptyColumn}
          </li>
        )}
        {column.more > 0 && (
          <li class="py-1 text-center" data-rest>
            <Rest column={column} view={view} />
          </li>
        )}
      </ol>
    </section>
  );
}

/** The way to the cards that are not drawn. */
function Rest({ column, view }: {
  column: BoardColumn;
  view: ListView;
}) {
  const { language } = usePage();
  const { id, more, next } = column;
  return (
    <a
      class="button button-plain w-full text-soft"
      href={hrefOf(view, { stage_id: id, after: next, per_column: step })}
      data-more
      data-no-prefetch
    >
      {speak(boardWords, language).more(Math.min(more, step))}
    </a>
  );
}
