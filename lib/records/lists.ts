import type { SelectQueryBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { asksOnly, keptCount } from "@/lib/records/counts.ts";
import { type ListQuery, type ListSpec, metaOf, type RangeValue } from "@/lib/input/list.ts";
import { rangeOf, searchWords } from "@/lib/records/search_words.ts";

/** Who asks, in which company, and where its days begin. */
export interface Reader {
  companyId: number;
  userId: number;
  timezone: string;
}

type Query = SelectQueryBuilder<Schema, never, Record<string, unknown>>;

/** What a list reads. */
interface Reading<O> {
  spec: ListSpec;
  /**
   * The bare table `t`, and what its filters need beside it: here the ids of a page are found. Its
   * own conditions are those of the default list, or come from something that was asked.
   */
  table: unknown;
  /** The rows as they are shown, with all that they refer to. */
  // deno-lint-ignore no-explicit-any
  rows: SelectQueryBuilder<any, any, O>;
}

/**
 * A page of a list. Its ids are found on the bare table, so that a deep page joins no more than it
 * shows. Two statements, and up to two more where words are looked for.
 */
export async function readPage<O>(
  db: Db,
  reader: Reader,
  asked: ListQuery,
  { spec, table, rows }: Reading<O>,
): Promise<{ rows: O[]; meta: ReturnType<typeof metaOf> }> {
  const found = await countMatches(db, spec, asked, reader.companyId);
  if (found === 0) return { rows: [], meta: metaOf(asked, 0) };
  const many = found !== undefined && found > maxInArray;
  const narrowed = (plan: SearchPlan) => narrow(table as Query, spec, asked, reader, plan);
  const plan = many ? await choosePlan(db, spec, asked, reader, found) : "listed";
  const page = await pageOf(rows, narrowed(plan), asked, reader).execute();
  const total = asksOnly(asked, ["q"]) && found !== undefined
    ? found
    : await keptCount(db, spec, asked, reader) ??
      await countRows(narrowed(many ? "hashed" : "listed"));
  return { rows: page, meta: metaOf(asked, total) };
}

/** Probing is for an early page of words that are so common that it is full before long. */
async function choosePlan(
  db: Db,
  spec: ListSpec,
  asked: ListQuery,
  { companyId, userId }: Reader,
  found: number,
): Promise<SearchPlan> {
  if (asked.page * asked.per_page > maxProbed) return "hashed";
  const all = await keptCount(db, spec, { page: 1, per_page: 1, sort: [] }, { companyId, userId });
  return all !== undefined && found > all / 4 ? "probed" : "hashed";
}

async function countRows(narrowed: Query): Promise<number> {
  const { total } = await narrowed.select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  return total as number;
}

/** How many records have the words that were asked for; undefined where none were. */
async function countMatches(db: Db, spec: ListSpec, asked: ListQuery, companyId: number) {
  const text = asked.q?.trim();
  if (!spec.words || !text) return undefined;
  const having = recordsWith(spec.words, text, companyId);
  if (!having) return 0;
  const { rows } = await sql<{ found: number }>`
    select count(distinct record_id) as found from (${having}) w`.execute(db);
  return rows[0]!.found;
}

/**
 * Narrows a query by what was asked, without sort and page. The query's main table is `t`.
 * @param plan how records are found by their words; few of them unless said
 */
export function narrow<Q>(
  query: Q,
  spec: ListSpec,
  asked: ListQuery,
  reader: Reader,
  plan: SearchPlan = "listed",
): Q {
  let narrowed = query as unknown as Query;
  const column = (name: string) => sql.ref(name);
  narrowed = narrowed.where(sql<boolean>`t.company_id = ${reader.companyId}`)
    .where(
      asked.deleted
        ? sql<boolean>`t.deleted_at > now() - interval '30 days'`
        : sql<boolean>`t.deleted_at is null`,
    );
  for (const [name, filter] of Object.entries(spec.filters ?? {})) {
    const values = asked[name] as unknown[] | undefined;
    if (values) {
      narrowed = narrowed.where(sql<boolean>`${column(filter.column)} in (${sql.join(values)})`);
    }
  }
  for (const [name, range] of Object.entries(spec.ranges ?? {})) {
    narrowed = withinRange(narrowed, range, asked, name, reader);
  }
  if (spec.assignee && asked.assignee_id !== undefined) {
    const wanted = asked.assignee_id === "me" ? reader.userId : asked.assignee_id;
    narrowed = narrowed.where(
      wanted === "none"
        ? sql<boolean>`${column(spec.assignee)} is null`
        : sql<boolean>`${column(spec.assignee)} = ${wanted}`,
    );
  }
  if (spec.words && asked.q?.trim()) {
    narrowed = narrowed.where(matches(spec.words, asked.q, reader.companyId, plan));
  }
  return narrowed as unknown as Q;
}

/** So many records are found by their keys; more of them by their order in the list. */
const maxInArray = 1_000;
/** Where a page ends beyond so many rows, too many would be probed before it. */
const maxProbed = 1_000;

/**
 * How records are found by their words. `listed`: what the words have in common comes as one array,
 * by which records are found by their key: a join would depend on statistics, which a new table and
 * the embedded database lack, and without them reads every word for every record. Where very many
 * records have the words, page and count come sooner from the index of the sort, each record in turn
 * being looked up in the set of those (`hashed`), or, where most have the words, `probed` for them,
 * which spares a page the set.
 */
type SearchPlan = "listed" | "probed" | "hashed";

/** Every word of the text begins some word of the record (accents and case do not count). */
function matches(kind: string, text: string, companyId: number, plan: SearchPlan) {
  const having = recordsWith(kind, text, companyId);
  if (!having) return sql<boolean>`false`;
  if (plan === "listed") return sql<boolean>`t.id = any (array(${having}))`;
  // Only a subquery at the top would be made a join.
  if (plan === "hashed") return sql<boolean>`(t.id in (${having})) is true`;
  const probes = rangesOf(kind, text, companyId).map((range) =>
    sql`(select true from search_words where ${range} and record_id = t.id limit 1)`
  );
  return sql<boolean>`${sql.join(probes, sql` and `)}`;
}

/** The records that have every word of the text, each word being one range of the index. */
function recordsWith(kind: string, text: string, companyId: number) {
  const ranges = rangesOf(kind, text, companyId);
  if (ranges.length === 0) return undefined;
  const having = ranges.map((range) => sql`select record_id from search_words where ${range}`);
  return sql.join(having, sql` intersect `);
}

function rangesOf(kind: string, text: string, companyId: number) {
  return searchWords(text).map((word) => {
    const { from, to } = rangeOf(word);
    return sql`company_id = ${companyId} and kind = ${kind} and word >= ${from} and word < ${to}`;
  });
}

/** Sorts and cuts a narrowed query; ties go by id. */
export function paged<Q>(query: Q, asked: ListQuery): Q {
  const { per_page, page } = asked;
  const whole = sorted(query, asked) as unknown as Query;
  return whole.limit(per_page).offset((page - 1) * per_page) as unknown as Q;
}

/**
 * The rows of a page, sorted: `narrowed`, the bare table, finds their ids, so that a deep page joins
 * no more than it shows.
 */
function pageOf<Q>(rows: Q, narrowed: unknown, asked: ListQuery, reader: Reader): Q {
  const ids = paged(narrowed as Query, asked).select(sql.ref("t.id").as("id"));
  const shown = (rows as unknown as Query)
    .where(sql<boolean>`t.company_id = ${reader.companyId}`).where(
      sql<boolean>`t.id = any (array${ids})`,
    );
  return sorted(shown, asked) as unknown as Q;
}

function sorted<Q>(query: Q, asked: ListQuery): Q {
  let sorted = query as unknown as Query;
  for (const { column, descending } of asked.sort) {
    sorted = sorted.orderBy(sql.ref(column), descending ? "desc" : "asc");
  }
  const descending = asked.sort.at(-1)?.descending;
  return sorted.orderBy(sql.ref("t.id"), descending ? "desc" : "asc") as unknown as Q;
}

function withinRange(
  query: Query,
  { column, value }: { column: string; value: RangeValue },
  asked: ListQuery,
  name: string,
  { timezone }: Reader,
): Query {
  const [from, to] = [asked[`${name}_from`], asked[`${name}_to`]] as (string | undefined)[];
  const ref = sql.ref(column);
  if (value !== "instant") {
    const type = sql.raw(value === "day" ? "date" : "numeric");
    return query
      .$if(from !== undefined, (q) => q.where(sql<boolean>`${ref} >= ${from}::${type}`))
      .$if(to !== undefined, (q) => q.where(sql<boolean>`${ref} <= ${to}::${type}`));
  }
  // A bare day begins and ends in the company's time zone; the last day counts whole.
  const dayStart = (text: string, shift: number) =>
    sql`((${text}::date + ${shift}::int)::timestamp at time zone ${timezone})`;
  const isDay = (text: string) => text.length === 10;
  return query
    .$if(
      from !== undefined,
      (q) =>
        q.where(
          sql<boolean>`${ref} >= ${isDay(from!) ? dayStart(from!, 0) : sql`${from}::timestamptz`}`,
        ),
    )
    .$if(
      to !== undefined,
      (q) =>
        q.where(
          isDay(to!)
            ? sql<boolean>`${ref} < ${dayStart(to!, 1)}`
            : sql<boolean>`${ref} <= ${to}::timestamptz`,
        ),
    );
}
