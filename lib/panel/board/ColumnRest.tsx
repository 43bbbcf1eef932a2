import { usePage } from "@/components/page.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { speak } from "@/lib/words/language.ts";
import { boardWords } from "@/lib/panel/board/words.ts";

interface ColumnRestProps {
  count: number;
  visible: number;
  view: ListView;
  inList: string;
}

/** The most cards of a column that a board draws; the list has the rest. */
const maxPerColumn = 200;
const step = 50;

/** The way to the cards that are not drawn, if there are any. */
export function ColumnRest({ count, visible, view, inList }: ColumnRestProps) {
  const { language } = usePage();
  if (count <= visible) return null;
  const words = speak(boardWords, language);
  const look = "button button-plain w-full text-soft";
  const next = Math.min(visible + step, maxPerColumn);
  return (
    <li class="py-1 text-center" data-rest>
      {visible >= maxPerColumn
        ? <a class={look} href={inList}>{words.inList}</a>
        : (
          <a class={look} href={hrefOf(view, { per_column: next })} data-more>
            {words.more(Math.min(count, next) - visible)}
          </a>
        )}
    </li>
  );
}
