import { type Expression, type RawBuilder, sql } from "kysely";

/**
 * Has connections plan a look-up by index once (decision 55).
 * @param name of this text alone: it has to be the same at each call
 */
export function planOnce<Row>(name: string, query: Expression<Row>): RawBuilder<Row> {
  return sql<Row>`${sql.raw(`/* plan once: ${name} */`)} ${query}`;
}
