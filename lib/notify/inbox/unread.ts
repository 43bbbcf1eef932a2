import { sql } from "kysely";

/** Unread as the index that counts it has it. @param row alias of `notification_recipients` */
export function isUnread(row: string) {
  const [read, dismissed, answered, status] = [
    ...["read_at", "dismissed_at", "answered_by", "status"],
  ].map((column) => sql.ref(`${row}.${column}`));
  return sql<boolean>`(${read} is null and ${dismissed} is null and ${answered} is null
    and ${status} not in ('replaced', 'cancelled'))`;
}
