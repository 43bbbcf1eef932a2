import { usePage, useWords } from "@/components/page.ts";
import { type RefObject, render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { formatQuantity } from "@/lib/values/money.ts";
import type { FilterBarProps } from "@/lib/panel/list/FilterBar.tsx";
import {
  type FilterOption,
  type FilterSpec,
  hrefOf,
  type ListView,
  unescapeValue,
  valuesOf,
} from "@/lib/panel/list/list_view.ts";
import { useShownView } from "@/lib/panel/list/search/shown_search.ts";
import { type Asking, useValues, type Values } from "@/lib/panel/list/views/use_values.ts";
import { commonWords } from "@/lib/words/common.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Counted extends FilterOption {
  count?: number;
}

interface ServedMenuProps extends Pick<FilterBarProps, "view"> {
  filter: FilterSpec;
  asking: Asking;
}

/** Puts the menu in place of what the server drew into the popover; what is ticked there stays. */
export function mountMenu(root: HTMLElement, props: ServedMenuProps): void {
  const ticked = [...root.querySelectorAll<HTMLInputElement>("input:checked")]
    .map(({ value }) => value);
  root.dataset.mounted = "";
  root.replaceChildren();
  render(<ServedMenu {...props} root={root} early={ticked} />, root);
}

/** A search appears from this many options on. */
const fewOptions = 8;

interface Mounted extends ServedMenuProps {
  /** The popover, open by now: a form where several values may be ticked. */
  root: HTMLElement;
  early: string[];
}

/**
 * A filter's menu that asks the server each time it opens: for all values of the list, or only how
 * many records each would leave.
 */
function ServedMenu({ filter, asking, root, early, ...rest }: Mounted) {
  const { language } = usePage();
  const view = useShownView(rest.view);
  const { name, label, options = [], isSeveral } = filter;
  const current = valuesOf(view, name);
  const [isOpen, setOpen] = useState(true);
  const [text, setText] = useState("");
  const [ticked, setTicked] = useState(() =>
    optionsOf(early.length > 0 ? early : current, options)
  );
  const search = useRef<HTMLInputElement>(null);
  const isServed = filter.served === "values";
  const like = isServed ? text.trim() : "";
  const answer = useValues({ filter, view, asking, language, like, isOpen });
  const isTicked = ({ value }: FilterOption) => ticked.some((one) => one.value === value);
  const visible = isServed && isOpen && !answer?.failure
    ? offered(answer, isSeveral ? ticked : [], like)
    : counted(options.filter(({ label }) => beginsSo(label, text)), answer);

  useOpening(root, search, (isOpen) => {
    setOpen(isOpen);
    setText("");
  });

  function tick(option: FilterOption, isOn: boolean) {
    const others = ticked.filter(({ value }) => value !== option.value);
    setTicked(isOn ? [...others, option] : others);
  }

  function press(event: KeyboardEvent) {
    const { key, target } = event;
    if (key === "Enter" && target === search.current && (text.trim() || !isSeveral)) {
      event.preventDefault();
      const first = visible.find((option) => !isTicked(option));
      if (!first) return;
      if (!isSeveral) return location.assign(hrefOf(view, { [name]: first.value }));
      tick(first, true);
      setText("");
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      focusBeside(target as HTMLElement, { root, by: key === "ArrowDown" ? 1 : -1 });
    }
  }

  return (
    <div onKeyDown={press}>
      {(isServed || options.length > fewOptions) && (
        <SearchField field={search} label={label} text={text} onType={setText} />
      )}
      <div class="filter-values" aria-busy={isOpen && answer === null}>
        {visible.map((option) => (
          <MenuOption
            key={option.value}
            option={option}
            isSeveral={isSeveral}
            isOn={isSeveral ? isTicked(option) : current.includes(option.value)}
            {...{ name, view }}
            onTick={(isOn) => tick(option, isOn)}
          />
        ))}
      </div>
      <p role="status" class="px-2 text-label text-soft empty:hidden">
        {isOpen && statusText(answer, { isServed, isEmpty: visible.length === 0, language })}
      </p>
      {isSeveral && (
        // What is ticked counts, also where it is not on offer now.
        <ApplyFields
          name={name}
          view={view}
          hidden={ticked.filter(({ value }) => !visible.some((one) => one.value === value))}
        />
      )}
    </div>
  );
}

type Search = RefObject<HTMLInputElement>;

interface SearchFieldProps {
  field: Search;
  label: string;
  text: string;
  onType(text: string): void;
}

function SearchField({ field, label, text, onType }: SearchFieldProps) {
  const words = useWords(listWords);
  return (
    <input
      ref={field}
      type="search"
      class="control mb-1"
      aria-label={`${words.find} ${label}`}
      placeholder={words.find}
      value={text}
      data-most={200}
      dir="auto"
      autocomplete="off"
      onInput={(event) => onType(event.currentTarget.value)}
    />
  );
}

interface MenuOptionProps {
  option: Counted;
  name: string;
  view: ListView;
  isSeveral: boolean | undefined;
  isOn: boolean;
  onTick(isOn: boolean): void;
}

function MenuOption({ option, name, view, isSeveral, isOn, onTick }: MenuOptionProps) {
  const { value } = option;
  return isSeveral
    ? (
      <label class="menu-item cursor-pointer">
        <input
          type="checkbox"
          class="shrink-0"
          name={name}
          value={value}
          checked={isOn}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <Named option={option} />
      </label>
    )
    : (
      <a
        class="menu-item"
        href={hrefOf(view, { [name]: value })}
        aria-current={isOn ? "true" : "false"}
      >
        <Named option={option} />
      </a>
    );
}

type ApplyFieldsProps = Pick<MenuOptionProps, "name" | "view"> & { hidden: FilterOption[] };

function ApplyFields({ name, view, hidden }: ApplyFieldsProps) {
  const words = useWords(listWords);
  return (
    <>
      {Object.entries(view.params).filter(([other]) => other !== name && other !== "page")
        .map(([other, value]) => <input key={other} type="hidden" name={other} value={value} />)}
      {/* Without a value, a saved view's own would come back. */}
      {view.saved?.base && <input type="hidden" name={name} value="" />}
      {hidden.map(({ value }) => <input key={value} type="hidden" name={name} value={value} />)}
      <button type="submit" class="button button-primary mt-2 w-full">{words.apply}</button>
    </>
  );
}

function Named({ option: { label, count } }: { option: Counted }) {
  const { language } = usePage();
  return (
    <>
      <span class="min-w-0" dir="auto">{label}</span>
      {count !== undefined && (
        <span class="ml-auto pl-3 text-label tabular-nums text-soft">
          {formatQuantity(count, language)}
        </span>
      )}
    </>
  );
}

/** Reports that the menu opens or closes; an opened one has the focus in its search. */
function useOpening(root: HTMLElement, search: Search, onTurn: (isOpen: boolean) => void) {
  useEffect(() => {
    focusSearch();
    const turn = (event: Event) => {
      onTurn((event as ToggleEvent).newState === "open");
    };
    root.addEventListener("beforetoggle", turn);
    root.addEventListener("toggle", focusSearch);
    return () => {
      root.removeEventListener("beforetoggle", turn);
      root.removeEventListener("toggle", focusSearch);
    };
  }, []);

  /** Focuses the search, unless a phone's keyboard would cover what there is to choose. */
  function focusSearch() {
    if (root.matches(":popover-open") && matchMedia("(hover: hover)").matches) {
      search.current?.focus();
    }
  }
}

function focusBeside(target: HTMLElement, { root, by }: { root: HTMLElement; by: 1 | -1 }) {
  const stops = [...root.querySelectorAll<HTMLElement>("a, input:not([type=hidden]), button")];
  const next = stops.indexOf(target) + by;
  stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus();
}

/** Options: ticked ones first while nothing is typed, then what the server found. */
function offered(answer: Values | null, ticked: FilterOption[], like: string): Counted[] {
  const values = (answer?.values ?? []).map(({ value, label, count }) => ({
    value,
    label: label ?? unescapeValue(value),
    count,
  }));
  if (like) return values;
  const first = ticked.map((option) => ({
    ...option,
    count: answer ? countOf(answer, option.value) : undefined,
  }));
  return [...first, ...values.filter(({ value }) => !ticked.some((one) => one.value === value))];
}

function counted(options: FilterOption[], answer: Values | null): Counted[] {
  const isAnswered = answer !== null && answer.failure === "";
  return options.map((option) => ({
    ...option,
    count: isAnswered ? countOf(answer, option.value) : undefined,
  }));
}

function optionsOf(values: string[], options: FilterOption[]): FilterOption[] {
  return values.map((value) =>
    options.find((option) => option.value === value) ?? { value, label: unescapeValue(value) }
  );
}

function countOf({ values }: Values, value: string): number {
  return values.find((one) => one.value === value)?.count ?? 0;
}

function beginsSo(label: string, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return label.toLowerCase().split(/\s+/).some((word) => word.startsWith(wanted)) ||
    label.toLowerCase().startsWith(wanted);
}

function statusText(
  answer: Values | null,
  { isServed, isEmpty, language }: { isServed: boolean; isEmpty: boolean; language: Language },
): string {
  const { loading, nothingFound } = speak(commonWords, language);
  if (answer?.failure) return answer.failure;
  if (isServed && answer === null) return loading;
  if (isEmpty) return nothingFound;
  return isServed && answer?.more ? listWords.moreValues[language] : "";
}
