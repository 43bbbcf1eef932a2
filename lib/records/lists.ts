import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { readTogether } from "@/lib/db/pool/departure.ts";
import { forValues } from "@/lib/db/pool/literals.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { asksOnly, keptTotal } from "@/lib/records/counts.ts";
import {
  type Assignee,
  type DueState,
  type ListQuery,
  type ListSpec as AnyListSpec,
  metaOf,
  type RangeValue,
} from "@/lib/input/list.ts";
import { hasTag, holds, isDue, isWith, isWithin } from "@/lib/records/listing/conditions.ts";
import type { WordKind } from "@/lib/records/listing/word_codes.ts";
import { beginsWith, recordsWith, type WordsAmong } from "@/lib/records/listing/word_sets.ts";
import { trashDays } from "@/lib/records/records.ts";
import type { FirstPages } from "@/lib/records/listing/first_pages.ts";
import { type Term, termsOf } from "@/lib/records/search_words.ts";

export interface Reader {
  companyId: number;
  userId: number;
  timezone: string;
}

type ListSpec = AnyListSpec<WordKind>;
type Query = SelectQueryBuilder<Schema, never, Record<string, unknown>>;

export interface Reading<O> {
  spec: ListSpec;
  table: unknown;
  // deno-lint-ignore no-explicit-any
  rows: SelectQueryBuilder<any, any, O>;
  firstPages?: FirstPages;
}

/** Reads a page in two statements, or up to four with `q`. */
export async function readPage<O>(
  db: Db,
  reader: Reader,
  query: ListQuery,
  reading: Reading<O>,
): Promise<{ rows: O[]; meta: ReturnType<typeof metaOf> }> {
  const { spec, firstPages } = reading;
  const count = await countMatches(db, spec, query, reader.companyId);
  if (count === 0) return { rows: [], meta: metaOf(query, 0) };
  const many = count !== undefined && count > maxInArray;
  const narrowed = (plan: SearchPlan) => narrow(reading.table as Query, spec, query, reader, plan);
  const plan = many ? await choosePlan(db, spec, query, reader, count) : "listed";
  const list = () => pageOf(reading.rows, narrowed(plan), query, reader);
  const isUsual = query.page === 1 && asksOnly(query, ["status"]);
  const usual = () => firstPages?.find<O>(reader, query, list) ?? forValues<O>(list());
  const page = isUsual ? usual() : sql<O>`${list()}`;
  if (count !== undefined && asksOnly(query, ["q"])) {
    return { rows: (await page.execute(db)).rows, meta: metaOf(query, count) };
  }
  const all = keptTotal(db, spec, query, reader) ?? totalOf(narrowed(many ? "hashed" : "listed"));
  const [records, [counted]] = await readTogether(db, page, all);
  return { rows: records, meta: metaOf(query, counted!.total) };
}

/** Probing suits an early page of very common words, which fills soon. */
async function choosePlan(
  db: Db,
  spec: ListSpec,
  query: ListQuery,
  { companyId, userId }: Reader,
  count: number,
): Promise<SearchPlan> {
  if (query.page * query.per_page > maxProbed) return "hashed";
  const plain = { page: 1, per_page: 1, sort: [] };
  const all = await keptTotal(db, spec, plain, { companyId, userId })?.execute(db);
  return all && count > all.rows[0]!.total / 4 ? "probed" : "hashed";
}

function totalOf(narrowed: Query): RawBuilder<{ total: number }> {
  return sql`${narrowed.select(sql<number>`count(*)`.as("total"))}`;
}

async function countMatches(db: Db, spec: ListSpec, query: ListQuery, companyId: number) {
  const text = query.q?.trim();
  if (!spec.words || !text) return undefined;
  const terms = termsOf(text);
  if (terms.length === 0) return 0;
  const having = recordsWith(terms, wordsAmong(spec.words, query, companyId));
  const { rows } = await sql<{ found: number }>`
    select count(distinct record_id) as found from (${having}) w`.execute(db);
  return rows[0]!.found;
}

export function narrow<Q>(
  query: Q,
  spec: ListSpec,
  listQuery: ListQuery,
  reader: Reader,
  plan: SearchPlan = "listed",
): Q {
  let narrowed = query as unknown as Query;
  const column = (name: string) => sql.ref(name);
  narrowed = narrowed.where(sql<boolean>`t.company_id = ${reader.companyId}`)
    .where(
      listQuery.deleted
        ? sql<boolean>`t.deleted_at > now() - make_interval(days => ${sql.lit(trashDays)})`
        : sql<boolean>`t.deleted_at is null`,
    );
  for (const [name, filter] of Object.entries(spec.filters ?? {})) {
    const values = listQuery[name] as unknown[] | undefined;
    if (values) {
      narrowed = narrowed.where(sql<boolean>`${column(filter.column)} in (${sql.join(values)})`);
    }
  }
  for (const [name, range] of Object.entries(spec.ranges ?? {})) {
    narrowed = withinRange(narrowed, range, listQuery, name, reader);
  }
  for (const [name, of] of Object.entries(spec.present ?? {})) {
    if (listQuery[name] === undefined) continue;
    narrowed = narrowed.where(
      holds(sql<boolean>`${column(of)} is not null`, listQuery[name] as boolean),
    );
  }
  for (const [name, of] of Object.entries(spec.due ?? {})) {
    if (listQuery[name] === undefined) continue;
    narrowed = narrowed.where(isDue(column(of), listQuery[name] as DueState, reader));
  }
  if (spec.tags && listQuery.tag !== undefined) {
    narrowed = narrowed.where(hasTag(column(spec.tags), listQuery.tag as string[]));
  }
  if (spec.assignee && listQuery.assignee_id !== undefined) {
    const wanted = listQuery.assignee_id as Assignee[];
    narrowed = narrowed.where(isWith(column(spec.assignee), wanted, reader));
  }
  if (spec.words && listQuery.q?.trim()) {
    const among = wordsAmong(spec.words, listQuery, reader.companyId);
    narrowed = narrowed.where(matches(termsOf(listQuery.q), among, plan));
  }
  return narrowed as unknown as Q;
}

const maxInArray = 1_000;
const maxProbed = 1_000;

/**
 * `listed` uses an array of ids: a join needs statistics, which new tables and the embedded
 * database lack. With many matches, walking the sort's index and looking each up (`hashed`,
 * `probed`) is faster.
 */
type SearchPlan = "listed" | "probed" | "hashed";

function matches(terms: Term[], among: WordsAmong, plan: SearchPlan) {
  if (terms.length === 0) return sql<boolean>`false`;
  const having = recordsWith(terms, among);
  if (plan === "listed") return sql<boolean>`t.id = any (array(${having}))`;
  // `is true` keeps the planner from making it a join.
  if (plan === "hashed") return sql<boolean>`(t.id in (${having})) is true`;
  const probe = (word: string) =>
    sql`(select true from search_words where ${
      beginsWith(word, among)
    } and record_id = t.id limit 1)`;
  const probes = terms.map((ways) => {
    const alternatives = ways.map((words) => sql`${sql.join(words.map(probe), sql` and `)}`);
    return sql`(${sql.join(alternatives, sql` or `)})`;
  });
  return sql<boolean>`${sql.join(probes, sql` and `)}`;
}

function wordsAmong(kind: WordKind, query: ListQuery, companyId: number): WordsAmong {
  const { is_spam: spam = [false], held = [false] } = query as Record<string, boolean[]>;
  const words = held.flatMap((isHeld) =>
    isHeld ? ["held" as const] : spam.map((isSpam) => isSpam ? "spam" as const : "live" as const)
  );
  return { companyId, kind, states: query.deleted ? ["trash"] : [...new Set(words)] };
}

export function paged<Q>(query: Q, listQuery: ListQuery): Q {
  const { per_page, page } = listQuery;
  const whole = sorted(query, listQuery) as unknown as Query;
  return whole.limit(per_page).offset((page - 1) * per_page) as unknown as Q;
}

/** Finds the ids first, so that a deep page joins only the rows it shows. */
function pageOf<Q>(rows: Q, narrowed: unknown, query: ListQuery, reader: Reader): Q {
  const ids = paged(narrowed as Query, query).select(sql.ref("t.id").as("id"));
  const page = (rows as unknown as Query)
    .where(sql<boolean>`t.company_id = ${reader.companyId}`).where(
      sql<boolean>`t.id = any (array${ids})`,
    );
  return sorted(page, query) as unknown as Q;
}

function sorted<Q>(query: Q, listQuery: ListQuery): Q {
  let sorted = query as unknown as Query;
  for (const { column, descending } of listQuery.sort) {
    sorted = sorted.orderBy(sql.ref(column), descending ? "desc" : "asc");
  }
  const descending = listQuery.sort.at(-1)?.descending;
  return sorted.orderBy(sql.ref("t.id"), descending ? "desc" : "asc") as unknown as Q;
}

function withinRange(
  query: Query,
  { column, value }: { column: string; value: RangeValue },
  listQuery: ListQuery,
  name: string,
  { timezone }: Reader,
): Query {
  const [from, to] = [listQuery[`${name}_from`], listQuery[`${name}_to`]] as (string | undefined)[];
  const ref = sql.ref(column);
  if (value !== "instant") {
    const type = sql.raw(value === "day" ? "date" : "numeric");
    return query
      .$if(from !== undefined, (q) => q.where(sql<boolean>`${ref} >= ${from}::${type}`))
      .$if(to !== undefined, (q) => q.where(sql<boolean>`${ref} <= ${to}::${type}`));
  }
  if (from === undefined && to === undefined) return query;
  return query.where(isWithin(ref, { from, to }, timezone));
}
