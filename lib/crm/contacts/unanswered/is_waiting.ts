import { sql } from "kysely";

/**
 * The contact `t` waits for an answer: it wrote last, has become no client since, and is not
 * archived. Everything that counts or lists those who wait says it by this.
 */
export const isWaiting = sql<boolean>`(t.last_direction = 'in' and t.status <> 'archived'
  and (t.converted_client_id is null or t.last_message_at > t.converted_at))`;

/** It has waited for a day. */
export function isUnanswered(now: Date) {
  return sql<boolean>`(${isWaiting}
    and t.last_message_at < ${now}::timestamptz - interval '24 hours')`;
}
