import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { filterSheet } from "@/lib/panel/list/FiltersButton.tsx";
import {
  type FilterSpec,
  hrefOf,
  isChosen,
  isRange,
  type ListView,
  namesOf,
  unescapeValue,
  valuesOf,
} from "@/lib/panel/list/list_view.ts";
import { RangeInputs } from "@/lib/panel/list/RangeInputs.tsx";
import { formatQuantity } from "@/lib/values/money.ts";
import { commonWords } from "@/lib/words/common.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";

/** The menu of the filters that do not stand in the bar. */
export const moreFilters = "more-filters";

export interface FilterBarProps {
  view: ListView;
  filters: FilterSpec[];
  /** Content that a phone shows before the filters, and a desk elsewhere. */
  lead?: ComponentChildren;
}

/** How many filters that are not in use stand beside those that are: the first of the noun's. */
const common = 3;

/**
 * The filters in use, as chips that read like a sentence, the noun's common ones, and a menu of the
 * rest. On a phone they are a sheet, in which nothing is a menu further away. It needs no script.
 */
export function FilterBar({ view, filters, lead }: FilterBarProps) {
  const words = useWords(listWords);
  if (filters.length === 0 && !lead) return null;
  const isSet = (filter: FilterSpec) => isChosen(view, filter);
  const chosen = filters.filter(isSet);
  const unset = (some: FilterSpec[]) => some.filter((filter) => !isSet(filter));
  const rest = unset(filters.slice(common));
  // A menu of one would be a press more for nothing.
  const isMenu = rest.length > 1;
  const clear = Object.fromEntries(filters.flatMap(namesOf).map((name) => [name, null]));
  return (
    <div
      id={filterSheet}
      popover="auto"
      class="list-filters"
      role="group"
      aria-label={words.filters}
      data-filters
      data-follows-search
    >
      {lead && <div class="list-lead">{lead}</div>}
      {chosen.map((filter) => <Chip key={filter.name} filter={filter} view={view} />)}
      {unset(isMenu ? filters.slice(0, common) : filters).map((filter) => (
        <span key={filter.name} class="relative">
          <button
            type="button"
            class="chip chip-empty"
            popovertarget={`filter-${filter.name}`}
          >
            {filter.label}
          </button>
          <FilterMenu filter={filter} view={view} />
        </span>
      ))}
      {isMenu && <MoreFilters filters={rest} view={view} />}
      {chosen.length > 0 && (
        <a class="px-1.5 text-soft hover:text-text" href={hrefOf(view, clear)}>{words.clear}</a>
      )}
    </div>
  );
}

interface ChipProps extends Pick<FilterBarProps, "view"> {
  filter: FilterSpec;
}

function Chip({ filter, view }: ChipProps) {
  const { language } = usePage();
  const words = useWords(listWords);
  const text = chipText(filter, view, language);
  return (
    <span class="chip">
      <button
        type="button"
        class="chip-text"
        popovertarget={`filter-${filter.name}`}
        title={text}
      >
        <span class="text-soft">{filter.label}</span> <bdi>{text}</bdi>
      </button>
      <a
        class="chip-remove"
        href={hrefOf(view, Object.fromEntries(namesOf(filter).map((name) => [name, null])))}
      >
        <Icon name="x" class="size-3.5" />
        <span class="sr-only">{words.remove(filter.label)}</span>
      </a>
      <FilterMenu filter={filter} view={view} />
    </span>
  );
}

function MoreFilters({ filters, view }: Omit<FilterBarProps, "lead">) {
  const words = useWords(listWords);
  return (
    <span class="relative">
      <button
        type="button"
        class="chip chip-empty more-filters-button"
        popovertarget={moreFilters}
        title={words.moreFilters}
      >
        <Icon name="plus" class="size-3.5" />
        {words.filter}
      </button>
      <div
        id={moreFilters}
        popover="auto"
        class="menu anchored more-filters"
        aria-label={words.moreFilters}
      >
        {filters.map((filter) => (
          <button
            key={filter.name}
            type="button"
            class="menu-item"
            popovertarget={`filter-${filter.name}`}
          >
            {filter.label}
          </button>
        ))}
      </div>
      {filters.map((filter) => <FilterMenu key={filter.name} filter={filter} view={view} />)}
    </span>
  );
}

function chipText(filter: FilterSpec, view: ListView, language: Language): string {
  const { params } = view;
  const words = speak(listWords, language);
  const { yes, no } = speak(commonWords, language);
  if (isRange(filter)) {
    const [from, to] = namesOf(filter).map((name) =>
      filter.kind === "days"
        ? pointText(params[name] ?? "", language)
        : amountText(params[name], language)
    );
    return [from && `${words.from} ${from}`, to && `${words.to} ${to}`].filter(Boolean).join(" ");
  }
  const values = valuesOf(view, filter.name);
  if (filter.kind === "flag") return values[0] === "true" ? yes : no;
  const labels = values.map((value) =>
    filter.options?.find((option) => option.value === value)?.label ??
      unescapeValue(value)
  );
  return `${words.is} ${labels.join(` ${words.or} `)}`;
}

/** A day as it is; a link may name an instant. */
function pointText(value: string, language: Language): string {
  if (value.length > 10) return `${value.slice(0, 16).replace("T", " ")} UTC`;
  return value &&
    new Date(value).toLocaleDateString(locales[language], { timeZone: "UTC", dateStyle: "medium" });
}

function amountText(value: string | undefined, language: Language): string {
  return value ? formatQuantity(Number(value), language) : "";
}

/** A form that needs no script: its answer is an address. */
function FilterMenu({ filter, view }: Omit<FilterBarProps, "filters"> & { filter: FilterSpec }) {
  const words = useWords(listWords);
  const { yes, no } = useWords(commonWords);
  const names = namesOf(filter);
  const others = Object.entries(view.params).filter(([name]) =>
    !names.includes(name) && name !== "page"
  );
  const chosen = valuesOf(view, filter.name);
  if (!isRange(filter) && !filter.isSeveral) {
    const options = filter.kind === "flag"
      ? [{ value: "true", label: yes }, { value: "false", label: no }]
      : filter.options ?? [];
    return (
      <div
        id={`filter-${filter.name}`}
        popover="auto"
        class={`menu anchored ${filter.served ? "filter-menu" : ""}`}
        aria-label={filter.label}
      >
        {options.map(({ value, label }) => (
          <a
            key={value}
            class="menu-item"
            href={hrefOf(view, { [filter.name]: value })}
            aria-current={chosen.includes(value) ? "true" : "false"}
          >
            <bdi>{label}</bdi>
          </a>
        ))}
      </div>
    );
  }
  return (
    <form
      id={`filter-${filter.name}`}
      popover="auto"
      class={`menu anchored ${filter.served ? "filter-menu" : "p-3"}`}
      action={view.path}
      method="get"
      aria-label={filter.label}
    >
      {others.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {/* Without a value, a saved view's own would come back. */}
      {filter.isSeveral && view.saved?.base && <input type="hidden" name={filter.name} value="" />}
      {isRange(filter)
        ? <RangeInputs filter={filter} view={view} />
        : (
          <fieldset class="mb-2 max-h-64 overflow-y-auto">
            <legend class="sr-only">{filter.label}</legend>
            {filter.options?.map(({ value, label }) => (
              <label key={value} class="flex min-h-8 items-center gap-2">
                <input
                  type="checkbox"
                  name={filter.name}
                  value={value}
                  checked={chosen.includes(value)}
                />
                <bdi>{label}</bdi>
              </label>
            ))}
          </fieldset>
        )}
      <button type="submit" class="button button-primary w-full">{words.apply}</button>
    </form>
  );
}
