import * as z from "zod";
import { list } from "@/lib/http/envelope.ts";
import {
  type FilterValue,
  filterValue,
  type ListSpec,
  valuesMeta,
  valuesSchema,
} from "@/lib/input/list.ts";

/** Specification of an endpoint for the values of a list's filters. */
export function valuesOf(spec: ListSpec) {
  return {
    description:
      "Values of the filter `of`, the most frequent first, 50 at most. Each count is what the " +
      "list would show with it: the other filters and `q` narrow it. `me` marks the caller's own id.",
    query: valuesSchema(spec),
    returns: z.array(filterValue),
    meta: valuesMeta,
  };
}

export function answerValues({ values, more }: { values: FilterValue[]; more: boolean }) {
  return list(values, { more });
}
