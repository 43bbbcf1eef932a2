import { usePage, useWords } from "@/components/page.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { listWords } from "@/lib/panel/list/words.ts";

interface PagerProps {
  view: ListView;
  meta: { page: number; per_page: number; total: number; pages: number };
}

/** Says which rows of how many are shown, and leads to the others. */
export function Pager({ view, meta }: PagerProps) {
  const { language } = usePage();
  const words = useWords(listWords);
  const { page, per_page, total, pages } = meta;
  if (total === 0) return null;
  const from = (page - 1) * per_page + 1;
  const last = Math.min(from + per_page - 1, total);
  const number = (n: number) => formatQuantity(n, language);
  const step = (to: number, label: string, rel: string) =>
    to >= 1 && to <= pages
      ? <a class="button" href={hrefOf(view, { page: to })} rel={rel}>{label}</a>
      : <span class="button opacity-50" aria-disabled="true">{label}</span>;
  return (
    <nav
      class="mt-3 flex items-center justify-between gap-3 text-meta text-soft"
      aria-label={words.pages}
    >
      <p class="tabular-nums">{words.range(number(from), number(last), number(total))}</p>
      {pages > 1 && (
        <p class="flex gap-2">
          {step(page - 1, words.previous, "prev")}
          {step(page + 1, words.next, "next")}
        </p>
      )}
    </nav>
  );
}
