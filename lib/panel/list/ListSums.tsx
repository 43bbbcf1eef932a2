import { usePage, useWords } from "@/components/page.ts";
import { formatMoney, formatQuantity } from "@/lib/values/money.ts";
import { listWords } from "@/lib/panel/list/words.ts";

interface ListSumsProps {
  /** How many records the list has, on all pages. */
  total: number;
  sums: { name: string; label: string; amount: number }[];
  note?: string;
  currency: string;
}

/** Sums of the whole list as it is filtered, below its table. */
export function ListSums({ total, sums, note, currency }: ListSumsProps) {
  const { language } = usePage();
  const words = useWords(listWords);
  return (
    <div class="mt-2 flex flex-wrap items-baseline justify-end gap-x-6 gap-y-1 px-2 text-meta tabular-nums">
      <dl class="contents">
        <div class="flex gap-2 max-md:w-full max-md:justify-between">
          <dt class="text-soft">{words.inAll}</dt>
          <dd class="font-medium" data-sum="count">{formatQuantity(total, language)}</dd>
        </div>
        {sums.map(({ name, label, amount }) => (
          <div key={name} class="flex gap-2 max-md:w-full max-md:justify-between">
            <dt class="text-soft">{label}</dt>
            <dd class="font-medium" data-sum={name}>
              {formatMoney(amount, { language, currency })}
            </dd>
          </div>
        ))}
      </dl>
      {note && <p class="text-label text-soft max-md:w-full">{note}</p>}
    </div>
  );
}
