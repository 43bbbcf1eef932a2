import { type RawBuilder, sql } from "kysely";

/**
 * Whether contact `t` waits for an answer: it wrote last and is not archived, and its messages
 * before it became a client were never answered. All counts and lists use it.
 */
export const isWaiting = sql<boolean>`(t.last_direction = 'in' and t.status <> 'archived'
  and (t.converted_client_id is null or t.first_response_at is null
    or t.last_message_at > t.converted_at))`;

/** The outbound message `m` ended without arriving: it is no answer. */
export function isInVain(m: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from outbox ended
    where ended.company_id = ${sql.ref(`${m}.company_id`)}
      and ended.message_id = ${sql.ref(`${m}.id`)} and ended.state in ('failed', 'cancelled')
    offset 0)`;
}

/** Whether it has waited for a day. */
export function isUnanswered(now: Date) {
  return sql<boolean>`(${isWaiting}
    and t.last_message_at < ${now}::timestamptz - interval '24 hours')`;
}
