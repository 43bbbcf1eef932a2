import { useEffect } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import type { FilterSpec, ListView } from "@/lib/panel/list/list_view.ts";
import { asShown } from "@/lib/panel/list/search/shown_search.ts";
import type { Asking } from "@/lib/panel/list/views/use_values.ts";

interface ListFiltersProps {
  view: ListView;
  filters: FilterSpec[];
  asking: Asking;
}

const load = () => fetchModule(() => import("@/lib/panel/list/ServedMenu.tsx"));

/**
 * Has the menus of a list's filters ask the server for values and counts. They are the server's
 * markup; what brings them to life is loaded when somebody comes near. Draws nothing itself.
 */
export function ListFilters({ view, filters, asking }: ListFiltersProps) {
  useEffect(() => {
    const bar = document.querySelector("[data-filters]")!;
    const mounted = new Set<Element>();
    const open = async (root: HTMLElement) => {
      const filter = filters.find(({ name }) => root.id === `filter-${name}`);
      if (!filter || mounted.has(root)) return;
      mounted.add(root);
      try {
        const current = { ...view, params: asShown(view.params) };
        (await load()).mountMenu(root, { filter, view: current, asking });
      } catch {
        // The page's own options are still on offer.
        mounted.delete(root);
      }
    };
    const turn = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") open(event.target as HTMLElement);
    };
    const prepare = () => void load().catch(() => {});
    bar.addEventListener("beforetoggle", turn, true);
    bar.addEventListener("pointerover", prepare, { once: true });
    bar.addEventListener("focusin", prepare, { once: true });
    const already = bar.querySelector<HTMLElement>(":popover-open");
    if (already) open(already);
    return () => {
      bar.removeEventListener("beforetoggle", turn, true);
      bar.removeEventListener("pointerover", prepare);
      bar.removeEventListener("focusin", prepare);
    };
  }, []);
  return null;
}
