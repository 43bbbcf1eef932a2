import * as z from "zod";
import { message } from "@/lib/input/messages.ts";
import { day, dayOrInstant } from "@/lib/input/fields.ts";
import { cleanText, nameText, queryInteger } from "@/lib/input/input.ts";

/** A list's query parameters and their columns. Every sort needs an index. */
export interface ListSpec<Searched extends string = string, Counted extends string = string> {
  /** The kind in `search_words` that `q` searches; without it there is no `q`. */
  words?: Searched;
  sorts: Record<string, string>;
  defaultSort: string;
  /** `<field>=a,b`: any of the values. */
  filters?: Record<
    string,
    { column: string; value: z.ZodType<string | number | boolean | number[]> }
  >;
  /** `<field>_from` and `<field>_to`, inclusive. */
  ranges?: Record<string, { column: string; value: RangeValue }>;
  /** The column of `assignee_id=me|none|<id>`, one or several. */
  assignee?: string;
  /** The column of `tag=a,b`: any of the tags. */
  tags?: string;
  /** `<field>=true|false`: whether the column has a value. */
  present?: Record<string, string>;
  /** `<field>=none|overdue|today|later`, by the company's days. */
  due?: Record<string, string>;
  others?: Record<string, z.ZodType<string | number | boolean | (string | number)[]>>;
  /** Counts kept in `record_counts`; without them each page counts its rows. */
  counted?: CountedBy<Counted>;
}

export interface CountedBy<Counted extends string = string> {
  kind: Counted;
  by: Record<string, "status" | "assignee_id" | "facet">;
}

export type RangeValue = "instant" | "day" | "number";

export interface ListQuery extends PageQuery {
  sort: { column: string; descending: boolean }[];
  q?: string;
  deleted?: "only";
  [filter: string]: unknown;
}

const id = z.string().regex(/^\d{1,10}$/).transform(Number).pipe(z.int32().min(1))
  .meta({ override: { type: "string", pattern: String.raw`^[1-9]\d{0,9}$` } });
const amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/).transform(Number)
  .meta({
    override: {
      type: "number",
      minimum: 0,
      maximum: 999_999_999_999,
      "x-form": "4 decimals at most.",
    },
  });
const flag = z.enum(["true", "false"]).transform((value) => value === "true");

const dueStates = ["none", "overdue", "today", "later"] as const;
export type DueState = (typeof dueStates)[number];
const dueState = z.enum(dueStates).meta({
  description: "When the next step is due: on no day, before today, today or later; in the " +
    "company's time zone.",
});

export const searchedWords = cleanText.max(200).optional().meta({
  description: "Words to look for by their beginnings, in any case and accents.",
});

export type Assignee = "me" | "none" | number;
const assignees: z.ZodType<Assignee[]> = severalOf(z.union([z.enum(["me", "none"]), id]));

export const filterValues = {
  id,
  flag,
  dueState,
  assignees,
  ids: severalOf(id),
  tags: severalOf(nameText({ max: 40 })),
};
export const assignedTo = assignees.optional().meta({
  description: "Only what is assigned to this user: `me`, `none` (nobody) or an id.",
});
export const taggedWith = filterValues.tags.optional().meta({
  description: "Only those with one of these tags; several with commas.",
});

export const pageQuery = {
  page: queryInteger({ min: 1, max: 1_000_000 }).default(1).meta({
    description: "Which page, from 1 (the default).",
  }),
  per_page: queryInteger({ min: 1, max: 200 }).default(50).meta({
    description: "Records on a page; 50 unless said.",
  }),
};

export interface PageQuery {
  page: number;
  per_page: number;
}

/** Unknown parameters are refused. */
export function listSchema(spec: ListSpec) {
  const shape: Record<string, z.ZodType> = {
    ...pageQuery,
    sort: sortSchema(spec).default(() => parseSort(spec, spec.defaultSort)!),
    deleted: z.literal("only").optional().meta({ description: "Lists what is in the trash." }),
  };
  if (spec.words) shape.q = searchedWords;
  for (const [name, { value }] of Object.entries(spec.filters ?? {})) {
    shape[name] = severalOf(value).optional().meta({
      description: `Only those with this \`${name}\`; several with commas.`,
    });
  }
  for (const [name, { value }] of Object.entries(spec.ranges ?? {})) {
    const bound = (value === "number" ? amount : value === "day" ? day : dayOrInstant).optional();
    shape[`${name}_from`] = bound.meta({
      description: `Only records whose \`${name}\` is this or later (or more).`,
    });
    shape[`${name}_to`] = bound.meta({
      description:
        `Only records whose \`${name}\` is this or earlier (or less); a day counts whole.`,
    });
  }
  for (const name of Object.keys(spec.present ?? {})) {
    shape[name] = flag.optional().meta({
      description: `Only those that are \`${name}\` (\`true\`) or are not (\`false\`).`,
    });
  }
  for (const name of Object.keys(spec.due ?? {})) shape[name] = dueState.optional();
  for (const [name, value] of Object.entries(spec.others ?? {})) shape[name] = value.optional();
  if (spec.tags) shape.tag = taggedWith;
  if (spec.assignee) shape.assignee_id = assignedTo;
  return z.strictObject(shape) as unknown as z.ZodObject<Record<string, z.ZodType>>;
}

/** Parameters of a list's file. */
export function exportSchema(spec: ListSpec) {
  return listSchema(spec).omit({ page: true, per_page: true }).extend({
    words: z.enum(["es", "en"]).optional().meta({
      description: "Writes the file in this language, and choices and states by their words; " +
        "without it they are the values of the API.",
    }),
  });
}

export interface FileQuery extends ListQuery {
  words?: "es" | "en";
}

export function countableFilters({ filters = {}, assignee, tags }: ListSpec): string[] {
  return [...Object.keys(filters), ...assignee ? ["assignee_id"] : [], ...tags ? ["tag"] : []];
}

/** Asks for the values of one filter; all other parameters narrow the records, as in the list. */
export function valuesSchema(spec: ListSpec) {
  const others = listSchema(spec).omit({ page: true, per_page: true, sort: true });
  return others.extend({
    of: z.enum(countableFilters(spec)).meta({ description: "The filter whose values are asked." }),
    like: cleanText.max(200).optional().meta({
      description: "Only values whose name has words that begin so.",
    }),
  }) as unknown as z.ZodObject<Record<string, z.ZodType>>;
}

export const filterValue = z.object({
  value: z.string().meta({ description: "As the filter takes it; `none` where nobody has it." }),
  label: z.string().nullable().meta({
    description: "What people call it. Null for `none` and `me`, and where it has no name.",
  }),
  count: z.int().meta({ description: "How many records would be listed with this value alone." }),
}).meta({ id: "FilterValue" });
export type FilterValue = z.output<typeof filterValue>;

export const valuesMeta = z.object({
  more: z.boolean().meta({ description: "There are further values: narrow them by `like`." }),
});

export const listMeta = z.object({
  page: z.int().meta({ description: "The page returned, from 1." }),
  per_page: z.int().meta({ description: "The most records that a page holds." }),
  total: z.int().meta({ description: "How many records match, on all pages." }),
  pages: z.int().meta({ description: "How many pages there are, at least 1." }),
}).meta({ id: "PageMeta" });

export function metaOf({ page, per_page }: PageQuery, total: number) {
  return { page, per_page, total, pages: Math.max(1, Math.ceil(total / per_page)) };
}

/** Values with commas between them; `\\,` is a comma within one. */
export function severalOf<T>(value: z.ZodType<T>): z.ZodType<T[]> {
  const values = z.array(value as z.ZodType<T, string>).min(1).max(50);
  const one = patternOf(value);
  const { maxLength: longest } = (value.meta()?.override ?? {}) as { maxLength?: number };
  return z.string().transform(splitAtCommas).pipe(values).meta({
    override: {
      type: "string",
      ...(one ? { pattern: `^(${one})(,(${one}))*$` } : {}),
      ...(longest ? { "x-form": `Each of at most ${longest} characters.` } : {}),
    },
  });
}

function patternOf(value: z.ZodType): string | undefined {
  if (value instanceof z.ZodString) return wordPattern(value);
  if (value === id) return String.raw`[1-9]\d{0,9}`;
  if (value === flag) return "true|false";
  if (value instanceof z.ZodEnum) return value.options.join("|");
  if (!(value instanceof z.ZodUnion)) return undefined;
  const parts = value.options.map((option) => patternOf(option as z.ZodType));
  return parts.includes(undefined) ? undefined : parts.join("|");
}

function wordPattern(value: z.ZodString): string | undefined {
  const { pattern = "" } = z.toJSONSchema(value, { io: "input", unrepresentable: "any" });
  return /^\^([^^$]+)\$$/.exec(pattern)?.[1];
}

function splitAtCommas(several: string): string[] {
  return several.split(/(?<!\\),/).map((one) => one.replaceAll("\\,", ","));
}

function sortSchema(spec: ListSpec) {
  const names = Object.keys(spec.sorts).join(", ");
  return z.string().transform((text, ctx) => {
    const sort = parseSort(spec, text);
    if (sort) return sort;
    ctx.addIssue(message("sort", names));
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
