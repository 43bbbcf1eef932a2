import * as z from "zod";
import { nameText } from "@/lib/input/input.ts";
import { filterValues, type ListSpec, type RangeValue } from "@/lib/input/list.ts";
import type { NounList } from "@/lib/records/nouns.ts";
import { fieldsIn, type FieldTable, type ShownField } from "@/lib/records/fields/field.ts";

type DerivedPart = "sorts" | "filters" | "ranges" | "tags";

/** A list made of a field table; `list` has what the table does not say. */
export function listOf(
  table: FieldTable,
  list: Omit<NounList, DerivedPart> & Pick<ListSpec, "filters">,
): NounList {
  const { filters: others, ...rest } = list;
  const sorts = Object.fromEntries(
    fieldsIn(table, "sort").map(([name, { sortBy }]) => [name, sortBy ?? `t.${name}`]),
  );
  const filters: NonNullable<ListSpec["filters"]> = {};
  const ranges: NonNullable<ListSpec["ranges"]> = {};
  const spec: NounList = { ...rest, sorts };
  for (const [name, field] of fieldsIn(table, "filter")) {
    const column = `t.${name}`;
    const range = rangeOf(field);
    if (field.kind === "tags") spec.tags = column;
    else if (field.kind === "person") spec.assignee ??= column;
    else if (range) ranges[name] = { column, value: range };
    else filters[name] = { column, value: valueOf(field) };
  }
  return { ...spec, filters: { ...filters, ...others }, ranges };
}

function rangeOf({ kind }: ShownField): RangeValue | null {
  if (kind === "instant" || kind === "day") return kind;
  return kind === "money" || kind === "price" ? "number" : null;
}

function valueOf(field: ShownField): z.ZodType<string | number | boolean> {
  switch (field.kind) {
    case "choice":
      return z.enum(field.values);
    case "flag":
      return filterValues.flag;
    case "country":
      return z.string().regex(/^[A-Z]{2}$/);
    case "name":
    case "text":
      return nameText(field);
    case "record":
    case "id":
      return filterValues.id;
    default:
      throw new Error(`no filter for a field of kind ${field.kind}`);
  }
}
