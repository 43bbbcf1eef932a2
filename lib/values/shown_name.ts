import { type RawBuilder, sql } from "kysely";

/**
 * SQL of a user's name as the company of the membership reads it, or null. An address must not tell
 * whose it is: the name of the account is shown once its owner has come. Before that, and until
 * their mailbox is proved, the name is the one that was given in this company (docs/decisions/0042).
 * @param membership alias of `user_companies`, whose row may be missing
 */
export function shownName(user: string, membership: string): RawBuilder<string | null> {
  const of = (column: string) => sql.ref(`${membership}.${column}`);
  return sql<string | null>`coalesce(
    case when ${of("unproved_seen_at")} is not null or ${of("first_seen_at")} is null
      then ${of("unproved_name")} end,
    case when ${of("first_seen_at")} is not null then ${sql.ref(`${user}.name`)} end)`;
}
