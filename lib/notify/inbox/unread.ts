import { sql } from "kysely";

/**
 * Condition of an unread notification: neither read, answered nor dismissed, and not replaced or
 * cancelled; an expired one until it was seen. Answering reads. In the words of the index that
 * counts it.
 * @param row the alias of `notification_recipients`
 */
export function isUnread(row: string) {
  const [read, dismissed, status] = ["read_at", "dismissed_at", "status"].map((column) =>
    sql.ref(`${row}.${column}`)
  );
  return sql<boolean>`(${read} is null and ${dismissed} is null
    and ${status} not in ('replaced', 'cancelled'))`;
}
