import { sql } from "kysely";

/** Unread as the index that counts it has it. @param row alias of `notification_recipients` */
export function isUnread(row: string) {
  const [read, dismissed, status] = ["read_at", "dismissed_at", "status"].map((column) =>
    sql.ref(`${row}.${column}`)
  );
  return sql<boolean>`(${read} is null and ${dismissed} is null
    and ${status} not in ('replaced', 'cancelled'))`;
}
