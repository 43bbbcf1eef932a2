import type { Trx } from "@/lib/db/connection.ts";
import type { SavedViewsOfList } from "@/lib/panel/list/views/saved_views.ts";
import type { Section } from "@/lib/views/listed.ts";
import type { View } from "@/lib/views/view.ts";
import { listViews } from "@/lib/views/views.ts";

/** Saved views of a list's page. */
export interface ShownView {
  /** The address with what the view says; its own parameters go before, also empty ones. */
  address: URL;
  saved: SavedViewsOfList;
  /** `view`, if there is no such view. */
  ignored: string[];
}

/** Parameters that are not the list's own. */
export const viewParams: string[] = ["view", "columns"];

/** One statement. */
export async function readSavedView(
  trx: Trx,
  member: { companyId: number; userId: number },
  url: URL,
  list: Section,
): Promise<ShownView> {
  const views = await listViews(trx, member, list);
  const address = new URL(url);
  const wanted = numberOf(url.searchParams.get("view"));
  const current = views.find(({ id }) => id === wanted);
  const base = current && paramsOf(current);
  for (const [name, value] of Object.entries(base ?? {})) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, value);
  }
  const isUnknown = wanted !== null && !current;
  if (isUnknown) address.searchParams.delete("view");
  return {
    address,
    saved: {
      list,
      views: views.map(({ id, name, shared, version }) => ({ id, name, shared, version })),
      current: current?.id ?? null,
      base,
    },
    ignored: isUnknown ? ["view"] : [],
  };
}

/** The opportunities' `view=list` names no saved view. */
function numberOf(view: string | null): number | null {
  return view !== null && /^\d{1,10}$/.test(view) ? Number(view) : null;
}

function paramsOf({ filters, sort, columns }: Pick<View, "filters" | "sort" | "columns">) {
  return {
    ...filters,
    ...(sort ? { sort } : {}),
    ...(columns ? { columns: columns.join(",") } : {}),
  };
}
