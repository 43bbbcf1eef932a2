import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import { formatMoney } from "@/lib/values/money.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import type { GridLine } from "@/lib/panel/quotes/editor/lines.ts";
import { folded, type Product } from "@/lib/panel/quotes/editor/late_product.ts";
import type { Grid } from "@/lib/panel/quotes/editor/use_grid.ts";
import { type Option, useOptions } from "@/lib/panel/form/use_options.ts";
import { useStateFor } from "@/components/use_state_for.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";

interface ProductCellProps {
  line: GridLine;
  label: string;
  error?: string;
  grid: Grid;
  currency: string;
}

type ProductOption = Option & { product: Product };

/** Option of the list under the name: a product, the text as typed, or a new product from it. */
type Offer = ProductOption | "typed" | "make";

/**
 * Name cell of a line. The first letters of a product offer it with its price; other text is taken
 * as typed.
 */
export function ProductCell(props: ProductCellProps) {
  const { line, label, error, grid } = props;
  const [isOpen, setOpen] = useState(false);
  const [chosen, setAt] = useStateFor<number | null>(line.name, null);
  const listId = idOf("products", line.key);
  const words = useWords(lineWords);
  const text = line.name.trim();
  const { products, offers, begins, named } = useOffers(props, isOpen);
  const isListed = isOpen && products !== null && text !== "" && offers.length > 1;
  const at = chosen ?? (begins ? 0 : -1);

  const { isOpenEnded, search } = useLateSearch(props, products);

  function close() {
    isOpenEnded.current = false;
    setOpen(false);
  }

  function take(offer: Offer) {
    close();
    if (offer === "make") grid.make(line);
    else if (offer !== "typed") grid.take(line.key, offer.product);
  }

  function press(event: KeyboardEvent) {
    if (!isListed || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const count = offers.length;
    const offer = offers[at];
    if (step) setAt(at < 0 && step < 0 ? count - 1 : (at + step + count) % count);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && offer) take(offer);
    else if (event.key === "Tab" && offer && offer !== "typed") take(offer);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Left before the offers came: the search goes on without the cell. */
  function leave(input: HTMLInputElement) {
    setOpen(false);
    // The window has lost the focus, the cell has not.
    if (document.activeElement === input) return;
    search();
  }

  return (
    <div class="relative min-w-0">
      <input
        type="text"
        role="combobox"
        autocomplete="off"
        class="cell font-medium"
        data-cell="name"
        data-most={200}
        dir="auto"
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
          isOpenEnded.current = true;
          grid.type(line.key, "name", event.currentTarget.value);
        }}
        onKeyDown={press}
        onBlur={(event) => leave(event.currentTarget)}
      />
      {isListed && (
        <OfferList id={listId} offers={offers} at={at} text={text} named={named} onTake={take} />
      )}
    </div>
  );
}

/** Goes on with a search that has not answered. */
function useLateSearch({ line, grid }: ProductCellProps, products: ProductOption[] | null) {
  const text = line.name.trim();
  /** The text that the offers are for. */
  const answered = useRef<string | null>(null);
  /** Typed here, and neither dismissed with Escape nor accepted as typed. */
  const isOpenEnded = useRef(false);

  useEffect(() => {
    if (products) answered.current = text;
  }, [products]);

  function search() {
    if (isOpenEnded.current && answered.current !== text) grid.takeLate(line);
    isOpenEnded.current = false;
  }

  return { isOpenEnded, search };
}

/** Products for the text of an open line, the text itself, and a new product from it. */
function useOffers({ line, currency }: ProductCellProps, isOpen: boolean) {
  const { companyId, language } = usePage();
  const text = line.name.trim();
  const money = (price: number) => formatMoney(price, { language, currency, maxDecimals: 4 });
  const products = useOptions<Product>({
    list: "products",
    text,
    isOpen: isOpen && text.length > 0,
    companyId,
    language,
    query: { active: "true" },
    toOption: (product): ProductOption => ({
      id: product.id,
      label: product.name,
      note: [
        product.sku,
        money(product.unit_price) + (product.unit ? ` / ${product.unit}` : ""),
      ].filter(Boolean).join(" · "),
      product,
    }),
  }) as ProductOption[] | null;
  const options = text ? products ?? [] : [];
  const maker = useMaker(isOpen);
  const { name, sku, unit_price } = maker?.productIn(text, language) ??
    { name: "", sku: undefined, unit_price: undefined };
  // No new product if one has that name, nor on a line that has a product.
  const isMakeable = line.product_id === null && name.length > 1 &&
    !options.some(({ label }) => folded(label) === folded(name));
  const offers: Offer[] = [...options, "typed", ...(isMakeable ? ["make" as const] : [])];
  // The first option is preselected while it starts with the text.
  const begins = options[0] && folded(options[0].label).startsWith(folded(text));
  const named = {
    label: lineWords.create(name)[language],
    note: [sku, unit_price !== undefined && money(unit_price)],
  };
  return { products, offers, begins, named };
}

interface OfferListProps {
  id: string;
  offers: Offer[];
  /** The selected one. */
  at: number;
  text: string;
  /** The new product. */
  named: NamedProps;
  onTake(offer: Offer): void;
}

function OfferList({ id, offers, at, text, named, onTake }: OfferListProps) {
  const words = useWords(lineWords);
  return (
    <ul id={id} role="listbox" class="options" aria-label={words.product_id}>
      {offers.map((offer, index) => (
        <li
          key={typeof offer === "string" ? offer : offer.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          class="flex items-baseline justify-between gap-x-3 rounded-md px-2 py-1.5 aria-selected:bg-accent-soft max-md:flex-wrap"
          // The input keeps the focus, so that its blur does not close the list first.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(offer)}
        >
          {offer === "typed"
            ? <span class="truncate text-soft">{words.asTyped(text)}</span>
            : <Named {...offer === "make" ? named : { label: offer.label, note: [offer.note] }} />}
        </li>
      ))}
    </ul>
  );
}

interface NamedProps {
  label: string;
  note: (string | undefined | false)[];
}

function Named({ label, note }: NamedProps) {
  return (
    <>
      <span class="truncate max-md:whitespace-normal">{label}</span>
      <span class="shrink-0 text-label tabular-nums text-soft">
        {note.filter(Boolean).join(" · ")}
      </span>
    </>
  );
}

type Maker = typeof import("@/lib/panel/quotes/editor/make_product.ts");

/** Module that creates products from texts, loaded with the first text to keep the page light. */
function useMaker(isWanted: boolean): Maker | null {
  const [maker, setMaker] = useState<Maker | null>(null);
  useEffect(() => {
    if (!isWanted || maker) return;
    fetchModule(() => import("@/lib/panel/quotes/editor/make_product.ts")).then(
      (module) => setMaker(module),
      () => {},
    );
  }, [isWanted]);
  return maker;
}
