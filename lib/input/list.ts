import * as z from "zod";
import { message } from "@/lib/input/messages.ts";
import { day, instantText } from "@/lib/input/fields.ts";
import { cleanText, queryInteger } from "@/lib/input/input.ts";

/**
 * What a list can be asked (contract, section 4). Keys are the names in the query string, values the
 * columns behind them; every sort has an index.
 */
export interface ListSpec<Searched extends string = string, Counted extends string = string> {
  /** The kind of `search_words` that `q` looks in; without it the list has no `q`. */
  words?: Searched;
  sorts: Record<string, string>;
  /** The sort when none is asked, as in the query string. */
  defaultSort: string;
  /** `<field>=a,b`: any of the values. */
  filters?: Record<string, { column: string; value: z.ZodType<string | number | boolean> }>;
  /** `<field>_from` and `<field>_to`, inclusive. */
  ranges?: Record<string, { column: string; value: RangeValue }>;
  /** The column of `assignee_id=me|none|<id>`. */
  assignee?: string;
  /** What of the list `record_counts` keeps the count of; else each page counts. */
  counted?: CountedBy<Counted>;
}

/** By which filters, and by which of its columns, `record_counts` knows how many there are. */
export interface CountedBy<Counted extends string = string> {
  kind: Counted;
  by: Record<string, "status" | "assignee_id" | "facet">;
}

export type RangeValue = "instant" | "day" | "number";

/** A validated list query; filters by name. */
export interface ListQuery extends PageQuery {
  sort: { column: string; descending: boolean }[];
  q?: string;
  deleted?: "only";
  [filter: string]: unknown;
}

const id = z.string().regex(/^\d{1,10}$/).transform(Number).pipe(z.int32().min(1));
const amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/).transform(Number)
  .meta({ override: { type: "number", minimum: 0 } });
const flag = z.enum(["true", "false"]).transform((value) => value === "true");

/** Values of filters, as query strings write them. */
export const filterValues = { id, flag };

/** Which page, and how much of one. */
export const pageQuery = {
  page: queryInteger({ min: 1, max: 1_000_000 }).default(1),
  per_page: queryInteger({ min: 1, max: 200 }).default(50),
};

/** A page that was asked for. */
export interface PageQuery {
  page: number;
  per_page: number;
}

/** The zod schema of a list's query string; anything it does not name is refused. */
export function listSchema(spec: ListSpec) {
  const shape: Record<string, z.ZodType> = {
    ...pageQuery,
    sort: sortSchema(spec).default(() => parseSort(spec, spec.defaultSort)!),
    deleted: z.literal("only").optional().meta({ description: "Lists what is in the bin." }),
  };
  if (spec.words) shape.q = cleanText.max(200).optional();
  for (const [name, { value }] of Object.entries(spec.filters ?? {})) {
    shape[name] = severalOf(value).optional();
  }
  for (const [name, { value }] of Object.entries(spec.ranges ?? {})) {
    const bound = value === "number" ? amount : value === "day" ? day : z.union([day, instantText]);
    shape[`${name}_from`] = bound.optional();
    shape[`${name}_to`] = bound.optional();
  }
  if (spec.assignee) shape.assignee_id = z.union([z.enum(["me", "none"]), id]).optional();
  return z.strictObject(shape) as unknown as z.ZodObject<Record<string, z.ZodType>>;
}

/** `meta` of a list. */
export const listMeta = z.object({
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int(),
});

/** `meta` for a page of `total` records. */
export function metaOf({ page, per_page }: PageQuery, total: number) {
  return { page, per_page, total, pages: Math.max(1, Math.ceil(total / per_page)) };
}

function severalOf(value: z.ZodType) {
  const values = z.array(value as z.ZodType<unknown, string>).min(1).max(50);
  return z.string().transform((text) => text.split(",")).pipe(values)
    .meta({ override: { type: "string" }, description: "One value, or several with commas." });
}

function sortSchema(spec: ListSpec) {
  const names = Object.keys(spec.sorts).join(", ");
  return z.string().transform((text, ctx) => {
    const sort = parseSort(spec, text);
    if (sort) return sort;
    ctx.addIssue(message("sort", { names }));
    return z.NEVER;
  }).meta({
    override: { type: "string", default: spec.defaultSort },
    description: `Any of ${names}, with commas; - for descending.`,
  });
}

function parseSort(spec: ListSpec, text: string) {
  const parts = text.split(",").map((part) => {
    const descending = part.startsWith("-");
    return { name: descending ? part.slice(1) : part, descending };
  });
  if (parts.length > 3 || !parts.every(({ name }) => Object.hasOwn(spec.sorts, name))) {
    return undefined;
  }
  return parts.map(({ name, descending }) => ({ column: spec.sorts[name]!, descending }));
}
