import { useEffect, useId, useState } from "preact/hooks";
import { formatMoney } from "@/lib/money.ts";
import type { GridLine } from "@/lib/panel/quotes/lines.ts";
import type { Grid, Product } from "@/lib/panel/quotes/use_grid.ts";
import { type Option, useOptions } from "@/lib/panel/use_options.ts";
import { lineWords } from "@/lib/words/panel/sales/quote_lines.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface ProductCellProps {
  line: GridLine;
  label: string;
  error?: string;
  grid: Grid;
  currency: string;
  companyId: number;
  language: Language;
}

/**
 * What a line is called. The first letters of a product offer it with its price; anything else is
 * taken as it is typed.
 */
export function ProductCell(props: ProductCellProps) {
  const { line, label, error, grid, currency, companyId, language } = props;
  const [isOpen, setOpen] = useState(false);
  const [chosen, setAt] = useState<number | null>(null);
  const listId = useId();
  const words = speak(lineWords, language);
  const text = line.name.trim();
  const found = useOptions<Product>({
    list: "products",
    text,
    isOpen: isOpen && text.length > 0,
    companyId,
    language,
    query: { active: "true" },
    toOption: (product): Option & { product: Product } => ({
      id: product.id,
      label: product.name,
      note: [
        product.sku,
        formatMoney(product.unit_price, { language, currency, maxDecimals: 4 }) +
        (product.unit ? ` / ${product.unit}` : ""),
      ].filter(Boolean).join(" · "),
      product,
    }),
  }) as (Option & { product: Product })[] | null;
  const options = text ? found ?? [] : [];
  const isListed = isOpen && options.length > 0;
  // The first is ready to be taken while it begins as the text does.
  const begins = options[0] && folded(options[0].label).startsWith(folded(text));
  const at = chosen ?? (begins ? 0 : -1);

  useEffect(() => setAt(null), [line.name]);

  function take(index: number) {
    setOpen(false);
    const option = options[index];
    if (option) grid.take(line.key, option.product);
  }

  function press(event: KeyboardEvent) {
    if (!isListed || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const count = options.length + 1;
    if (step) setAt((Math.max(at, -1) + step + count) % count);
    else if (event.key === "Escape") setOpen(false);
    else if ((event.key === "Enter" || event.key === "Tab") && options[at]) take(at);
    else if (event.key === "Enter" && at === options.length) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div class="relative min-w-0">
      <input
        type="text"
        role="combobox"
        autocomplete="off"
        class="cell font-medium"
        data-cell="name"
        maxLength={200}
        aria-label={label}
        aria-invalid={error ? "true" : undefined}
        title={error}
        aria-expanded={isListed}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isListed && at >= 0 ? `${listId}-${at}` : undefined}
        placeholder={words.placeholder}
        value={line.name}
        onInput={(event) => {
          setOpen(true);
          grid.type(line.key, "name", event.currentTarget.value);
        }}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
      />
      {isListed && (
        <ul id={listId} role="listbox" class="options" aria-label={words.product_id}>
          {[...options, null].map((option, index) => (
            <li
              key={option?.id ?? "typed"}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              class="flex items-baseline justify-between gap-3 rounded-md px-2 py-1.5 aria-selected:bg-accent-soft"
              // The input keeps the focus, so that its blur does not close the list first.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => option ? take(index) : setOpen(false)}
            >
              {option
                ? (
                  <>
                    <span class="truncate">{option.label}</span>
                    <span class="shrink-0 text-label tabular-nums text-soft">{option.note}</span>
                  </>
                )
                : <span class="truncate text-soft">{words.asTyped(text)}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Lower case without accents, as products are searched. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
