import { usePage } from "@/components/page.ts";
import { productWords } from "@/lib/panel/products/words.ts";

interface UsageProps {
  id: number;
  usage: { quotes: number; sales: number };
}

/** Says how many quotations and sales have a product; each number leads to them. */
export function Usage({ id, usage: { quotes, sales } }: UsageProps) {
  const { href, language } = usePage();
  if (quotes === 0) return <span class="text-soft">—</span>;
  const of = (noun: string) => href(`/panel/${noun}?product_id=${id}`);
  return (
    <span class="relative" title={productWords.usedTitle(quotes, sales)[language]}>
      <a class="hover:underline" href={of("quotes")}>
        {quotes}
        <span class="sr-only">{productWords.quotes[language]}</span>
      </a>
      <span class="text-soft" aria-hidden="true">&nbsp;·&nbsp;</span>
      <a class="hover:underline" href={`${of("sales")}&status=active`}>
        {sales}
        <span class="sr-only">{productWords.sales[language]}</span>
      </a>
    </span>
  );
}
