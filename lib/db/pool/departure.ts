import type { CompiledQuery, Kysely, QueryResult, RawBuilder } from "kysely";
import type { Schema } from "@/lib/db/schema.ts";

/** Moment at which a statement is sent: with the next one, or with the commit. */
export type Departure = "next" | "commit";

interface DepartingQuery<R = unknown> extends CompiledQuery<R> {
  departure: Departure;
  take?: Take;
}

export type Take = (result: Pick<QueryResult<unknown>, "rows">) => void;

type Rows<Reads extends readonly RawBuilder<unknown>[]> = {
  [At in keyof Reads]: Reads[At] extends RawBuilder<infer Row> ? Row[] : never;
};

const ending = new WeakSet<Kysely<Schema>>();

/** Sends the commit with the next `readTogether` of the transaction, after which it is over. */
export function endingWithRead<D extends Kysely<Schema>>(trx: D): D {
  ending.add(trx);
  return trx;
}

/** Asks in one write what does not depend on one another, and returns the rows of each. */
export async function readTogether<const Reads extends readonly RawBuilder<unknown>[]>(
  db: Kysely<Schema>,
  ...reads: Reads
): Promise<Rows<Reads>> {
  const queries = reads.map((read) => read.compile(db));
  const results: unknown[][] = [];
  for (const [at, query] of queries.entries()) {
    const take: Take = ({ rows }) => results[at] = rows;
    const isLast = at === queries.length - 1;
    const before: DepartingQuery = { ...query, departure: "next", take };
    const last = ending.has(db) ? { ...query, departure: "commit" } : query;
    take(await db.executeQuery(isLast ? last : before));
  }
  return results as Rows<Reads>;
}

/** Keeps a statement back until the next one of its transaction, where its failure shows. */
export async function executeWithNext(
  trx: Kysely<Schema>,
  statement: RawBuilder<unknown>,
): Promise<void> {
  const query: DepartingQuery = { ...statement.compile(trx), departure: "next" };
  await trx.executeQuery(query);
}

/** Runs the last statement of a transaction and sends the commit with it. */
export async function executeWithCommit<R>(
  trx: Kysely<Schema>,
  statement: RawBuilder<R>,
): Promise<QueryResult<R>> {
  const query: DepartingQuery<R> = { ...statement.compile(trx), departure: "commit" };
  return await trx.executeQuery(query);
}

export function departureOf(query: CompiledQuery): Partial<DepartingQuery> {
  return isDeparting(query) ? query : {};
}

function isDeparting(query: CompiledQuery): query is DepartingQuery {
  return "departure" in query;
}
