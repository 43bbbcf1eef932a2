import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import type { ListView } from "@/lib/panel/list/list_view.ts";

/**
 * The words by which the shown rows were found. They change while somebody types, after islands got
 * their props: what acts on the list reads them here, beside the rows.
 */
export const searchDatum = "q";

/** A hook: the view as it is shown now. */
export function useShownView<View extends ListView>(view: View): View {
  const words = useRegionData<string>(searchDatum, view.params.q ?? "");
  return { ...view, params: withSearch(view.params, words) };
}

/** A list's parameters as it is shown now; as they are where the page searches no list. */
export function asShown(params: Record<string, string>): Record<string, string> {
  return withSearch(params, shownSearch() ?? params.q ?? "");
}

export function shownSearch(): string | null {
  const text = document.querySelector(`[data-json="${searchDatum}"]`)?.getAttribute("value");
  return text == null ? null : JSON.parse(text);
}

function withSearch(params: Record<string, string>, words: string): Record<string, string> {
  const { q: _, ...others } = params;
  return words === "" ? others : { ...others, q: words };
}
