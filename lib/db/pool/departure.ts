import type { CompiledQuery, Kysely, QueryResult, RawBuilder } from "kysely";
import type { Schema } from "@/lib/db/schema.ts";

/** Moment at which a statement is sent: with the next one, or with the commit. */
export type Departure = "next" | "commit";

interface DepartingQuery<R = unknown> extends CompiledQuery<R> {
  departure: Departure;
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

export function departureOf(query: CompiledQuery): Departure | undefined {
  return isDeparting(query) ? query.departure : undefined;
}

function isDeparting(query: CompiledQuery): query is DepartingQuery {
  return "departure" in query;
}
