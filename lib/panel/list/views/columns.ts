import type { ListView } from "@/lib/panel/list/list_view.ts";
import type { ColumnName } from "@/lib/panel/list/views/saved_views.ts";

interface Named {
  name: string;
  isExtra?: boolean;
}

/**
 * The columns that the list's address or view names, in that order, else the usual ones. The first
 * one leads to the record and always stays first; unknown names are passed over.
 */
export function columnsShown<C extends Named>(columns: readonly C[], { params }: ListView): C[] {
  const usual = columns.filter(({ isExtra }) => !isExtra);
  const names = params.columns?.split(",") ?? [];
  const chosen = [...new Set(names)]
    .flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const [first] = columns;
  if (chosen.length === 0 || !first) return usual;
  return [first, ...chosen.filter((column) => column !== first)];
}

/** Returns visible columns in order, then the others. */
export function namesOfColumns(
  columns: readonly (Named & { label: string })[],
  view: ListView,
): ColumnName[] {
  const visible = columnsShown(columns, view);
  return [...visible, ...columns.filter((column) => !visible.includes(column))]
    .map((column) => ({
      name: column.name,
      label: column.label,
      isShown: visible.includes(column),
    }));
}
