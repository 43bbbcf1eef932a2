import { type Kysely, sql } from "kysely";

/** How a notification was addressed, and where a callback's retry schedule began. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  // Whether the request named its recipients by userIds, which may hold a single one.
  await sql`alter table notifications add column to_list boolean not null default false`
    .execute(db);
  // Attempts made before the schedule began: a redelivery begins it anew, the numbers go on.
  await sql`
    alter table callbacks add column schedule_start integer not null default 0
      check (schedule_start between 0 and attempts)`.execute(db);
}
