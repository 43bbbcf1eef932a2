import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { type FilterValue, type ListQuery, type ListSpec } from "@/lib/input/list.ts";
import { withMember } from "@/lib/records/joins.ts";
import type { Listing } from "@/lib/records/listing/listing.ts";
import { narrow, type Reader } from "@/lib/records/lists.ts";
import { recordsWith } from "@/lib/records/listing/word_sets.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { type NounName, nouns, type SearchedNoun } from "@/lib/records/nouns.ts";
import { termsOf, wordsOf } from "@/lib/records/search_words.ts";

export interface ValuesAsked {
  of: string;
  /** Words of the value's name, by their beginnings. */
  like?: string;
}

const maxValues = 50;
const maxCompared = 1_000;

// deno-lint-ignore no-explicit-any -- of any tables: the listing knows which
type AnyQuery = SelectQueryBuilder<any, any, any>;

interface Counted {
  value: string | number | boolean | null;
  count: number;
  label: { name: string | null } | null;
}

/** A filter's values and the counts that other filters leave. One statement. */
export async function listValues(
  db: Db,
  reader: Reader,
  listQuery: ListQuery,
  { spec, table }: Pick<Listing, "spec" | "table">,
  { of, like = "" }: ValuesAsked,
): Promise<{ values: FilterValue[]; more: boolean }> {
  const noun = referred(of);
  const terms = termsOf(like);
  const isIndexed = noun !== undefined && nouns[noun].search !== null;
  const isSearched = like.trim() !== "";
  if (isSearched && terms.length === 0) return { values: [], more: false };
  const column = columnOf(spec, of);
  const among = { companyId: reader.companyId, kind: noun as SearchedNoun };
  const named = isIndexed && isSearched
    ? recordsWith(terms, { ...among, states: ["live", "trash"] })
    : undefined;
  const grouped =
    (narrow(table as AnyQuery, spec, { ...listQuery, [of]: undefined }, reader, "hashed"))
      .$if(of !== "assignee_id", (query) => query.where(sql<boolean>`${column} is not null`))
      .$if(
        named !== undefined,
        (query) => query.where(sql<boolean>`${column} = any (array(${named}))`),
      )
      .$if(of === "tag", (query) => query.crossJoin(each(column)))
      .select(["t.company_id", value(of, column).as("value"), sql<number>`count(*)`.as("count")])
      .groupBy(["t.company_id", of === "tag" ? sql`lower(each.tag collate "und-x-icu")` : column])
      .orderBy("count", "desc").orderBy("value")
      .limit(isSearched && !isIndexed ? maxCompared : maxValues + 1);
  const rows: Counted[] = await (db.selectFrom(grouped.as("v")) as AnyQuery)
    .select(["v.value", "v.count"])
    .$if(
      noun !== undefined,
      (query) => query.select(nameOf(noun!).as("label")),
    )
    .$if(of === "assignee_id", (query) => query.$call(withMember("label", "v.value")))
    .orderBy("v.count", "desc").orderBy("v.value").execute();
  const values = rows.map(({ value, count, label }) => ({
    value: value === null ? "none" : String(value).replaceAll(",", "\\,"),
    label: value === null ? null : label ? label.name : String(value),
    count,
  }));
  const fitting = isSearched && !isIndexed
    ? values.filter(({ label }) => isLike(label, like))
    : values;
  const mine = of === "assignee_id" && !isSearched
    ? values.filter(({ value }) => value === String(reader.userId))
      .map(({ count }) => ({ value: "me", label: null, count }))
    : [];
  return { values: [...mine, ...fitting.slice(0, maxValues)], more: fitting.length > maxValues };
}

function referred(of: string): NounName | undefined {
  const names = Object.keys(nouns) as NounName[];
  return names.find((name) => nouns[name].key !== null && of.endsWith(nouns[name].key));
}

/** A query of its own for each value: a join would read the whole table of a small company. */
function nameOf(noun: NounName): RawBuilder<Counted["label"]> {
  return sql`(select json_build_object('name', ${labelOf(noun, "r")})
    from ${sql.table(nouns[noun].table)} r
    where r.company_id = v.company_id and r.id = v.value)`;
}

function columnOf(spec: ListSpec, of: string): RawBuilder<unknown> {
  const column = of === "assignee_id"
    ? spec.assignee
    : of === "tag"
    ? spec.tags
    : spec.filters![of]!.column;
  return sql.ref(column!);
}

/** Tags of any capitals are one, in the spelling that most have. */
function value(of: string, column: RawBuilder<unknown>): RawBuilder<Counted["value"]> {
  return of === "tag" ? sql`mode() within group (order by each.tag)` : sql`${column}`;
}

function each(tags: RawBuilder<unknown>) {
  return sql`unnest(${tags})`.as<"each">(sql`each(tag)`);
}

function isLike(label: string | null, like: string): boolean {
  const words = wordsOf(label ?? "");
  return wordsOf(like).every((wanted) => words.some((word) => word.startsWith(wanted)));
}
