import { type Kysely, sql } from "kysely";

/** Whether the installation is held, and the place that it was last started at: 0073. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table installation
      add held_since timestamptz,
      add held_reason text,
      -- {"server", "database", "folder", "hosts"}
      add place jsonb,
      add check ((held_since is null) = (held_reason is null))`.execute(db);
  await sql`grant delete on due_times to relevo_worker`.execute(db);
}
