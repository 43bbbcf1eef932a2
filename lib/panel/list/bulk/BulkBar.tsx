import { usePage, useWords } from "@/components/page.ts";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { fetchModule } from "@/components/fetch_module.ts";
import { useStateFor } from "@/components/use_state_for.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { type BulkAction, maxMatches } from "@/lib/panel/list/bulk/bulk_action.ts";
import type { LeftRecord } from "@/lib/panel/list/bulk/run_bulk.ts";
import { useSelection } from "@/lib/panel/list/bulk/use_selection.ts";
import { asShown } from "@/lib/panel/list/search/shown_search.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { tellNotLoaded } from "@/lib/panel/page/later.ts";
import { later } from "@/lib/panel/page/later.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";
import { bulkWords } from "@/lib/panel/list/bulk/words.ts";

const BulkMenu = later(() => import("@/lib/panel/list/bulk/BulkMenu.tsx"), "BulkMenu");
const BulkReport = later(() => import("@/lib/panel/list/bulk/BulkReport.tsx"), "BulkReport");

interface BulkBarProps {
  /** The list's name in addresses: `clients`. */
  list: string;
  actions: BulkAction[];
  /** The list's filters, for what is selected beyond the page. */
  filter: Record<string, string>;
  tagged?: string;
}

/** Selects rows of the list, and changes what is selected at once: the bar at the bottom. */
export function BulkBar({ list, actions, filter, tagged }: BulkBarProps) {
  const { companyId, href, language } = usePage();
  const { ids, rows, pickPage, clear } = useSelection();
  const total = useTotal();
  // Taking one row out ends the selection of the whole list.
  const [isAll, setAll] = useStateFor(ids, false);
  const [isBusy, setBusy] = useState(false);
  const { tags, readTags } = useTags(tagged);
  const [skipped, setSkipped] = useState<LeftRecord[] | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const words = useWords(bulkWords);

  async function run(action: BulkAction, value: unknown) {
    const among = isAll ? { filter: asShown(filter), matches: total } : { ids: [...ids] };
    setBusy(true);
    const body = { ...among, [action.field]: value };
    const loaded = await fetchModule(() => import("@/lib/panel/list/bulk/run_bulk.ts")).catch(() =>
      null
    );
    const isDone = await loaded?.runBulk({ list, body, companyId, language, explain: setSkipped });
    setBusy(false);
    if (isDone) clear();
    if (!loaded) await tellNotLoaded(language);
  }

  const isReady = ids.size > 0 && !isBusy;
  useActionKeys(isReady ? actions : [], bar, (action) => run(action, action.value));

  return (
    <>
      {ids.size > 0 && (
        <div
          ref={bar}
          role="toolbar"
          aria-label={words.bar}
          aria-busy={isBusy}
          class="bulk-bar"
        >
          <Count
            {...{ isBusy, isAll, total }}
            count={ids.size}
            isPage={ids.size === rows}
            onPage={pickPage}
            onAll={() => setAll(true)}
          />
          <span class="bulk-actions">
            {actions.map((action) => (
              <BulkMenu
                key={action.label}
                action={action}
                tags={tags}
                isBusy={isBusy}
                onOpen={() => action.field === "tags" && readTags()}
                onChoose={(value) => run(action, value)}
              />
            ))}
          </span>
          <button
            type="button"
            class="button button-plain button-icon text-soft"
            title={words.clear}
            aria-keyshortcuts="Escape"
            disabled={isBusy}
            onClick={clear}
          >
            <Icon name="x" />
            <span class="sr-only">{words.clear}</span>
          </button>
        </div>
      )}
      {skipped && (
        <BulkReport
          records={skipped}
          hrefOf={(id) => href(`/panel/${list}/${id}`)}
          onClose={() => setSkipped(null)}
        />
      )}
    </>
  );
}

/** How many records the list has, as the page says. */
function useTotal(): number {
  const [total, setTotal] = useState(0);
  useEffect(() => {
    const count = () => {
      const region = document.querySelector<HTMLElement>("[data-total]");
      setTotal(Number(region?.dataset.total ?? 0));
    };
    count();
    document.addEventListener(regionsReplaced, count);
    return () => document.removeEventListener(regionsReplaced, count);
  }, []);
  return total;
}

/** Keys of the verbs, and the one that leads to the bar; none where there is nothing to do. */
function useActionKeys(
  actions: BulkAction[],
  bar: RefObject<HTMLDivElement>,
  run: (action: BulkAction) => void,
): void {
  // A layout effect, so that a key means what the bar says.
  useLayoutEffect(() => {
    if (actions.length === 0) return;
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const action = actions.find(({ shortcut }) => shortcut === event.key);
      if (action) run(action);
      else if (event.key === "b") bar.current?.querySelector<HTMLElement>("button")?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

/** The tags that the noun's records have, read when they are first needed. */
function useTags(noun: string | undefined) {
  const page = usePage();
  const [tags, setTags] = useState<string[]>([]);
  async function readTags() {
    if (!noun || tags.length > 0) return;
    const outcome = await callApi<{ tag: string }[]>("tags", { ...page, query: { noun } });
    if (outcome.ok) setTags(outcome.data.map(({ tag }) => tag));
  }
  return { tags, readTags };
}

interface CountProps {
  count: number;
  /** Whether they are all of the page, or all of the list. */
  isPage: boolean;
  isAll: boolean;
  total: number;
  isBusy: boolean;
  onPage(): void;
  onAll(): void;
}

/** How much is selected, and what more can be. */
function Count({ count, isPage, isAll, total, isBusy, onPage, onAll }: CountProps) {
  const { language } = usePage();
  const words = useWords(bulkWords);
  const number = (n: number) => formatQuantity(n, language);
  const chosen = isAll ? total : count;
  return (
    <>
      <p role="status" class="bulk-count">
        {isBusy && <Icon name="loader-circle" class="size-4 animate-spin" />}
        {isBusy ? words.working(number(chosen)) : words.count(number(chosen), chosen === 1)}
      </p>
      {!isBusy && !isPage && (
        <button type="button" class="button button-plain md:hidden" onClick={onPage}>
          {words.page}
        </button>
      )}
      {!isBusy && isPage && !isAll && total > count && (
        <button
          type="button"
          class="button button-plain text-accent"
          title={total > maxMatches
            ? words.tooMany(number(maxMatches))
            : words.allTitle(number(total))}
          aria-disabled={total > maxMatches}
          onClick={() => total <= maxMatches && onAll()}
        >
          {words.all(number(total))}
        </button>
      )}
    </>
  );
}
