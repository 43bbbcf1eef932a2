import { sql } from "kysely";

/**
 * Neither read, answered, dismissed, replaced nor cancelled; an expired one until it was seen.
 * Written as its index is.
 * @param row the alias of `notification_recipients`
 */
export function isUnread(row: string) {
  const [read, dismissed, status] = ["read_at", "dismissed_at", "status"].map((column) =>
    sql.ref(`${row}.${column}`)
  );
  return sql<boolean>`(${read} is null and ${dismissed} is null
    and ${status} not in ('replaced', 'cancelled'))`;
}
