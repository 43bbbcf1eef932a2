import { type Kysely, sql } from "kysely";

/**
 * A person says how many invitations wait for them: their rows lie in companies that they cannot
 * enter, and asking for them took three statements of each page of everybody. Kept by a trigger of
 * the owner's, since a company may not change a person.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  // As in 0011: forced row-level security holds for the owner too.
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
      set_config('app.company_id', ${String(id)}, true)`.execute(db);
    const { rows: invited } = await sql<{ user_id: number }>`
      select user_id from invitations where state = 'invited'`.execute(db);
    await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
      .execute(db);
    await sql`update users set waiting_invitations = waiting_invitations + 1
      where id = any(${invited.map((one) => one.user_id)}::int[])`.execute(db);
  }
}

const readable = "id, email, name, language, theme, created_at, muted";

const statements = [
  "alter table users add column waiting_invitations integer not null default 0",
  // No company is told who else would have its members.
  "revoke select on users from relevo_tenant",
  `grant select (${readable}) on users to relevo_tenant`,
  `create function relevo_count_invitations() returns trigger
   language plpgsql security definer set search_path = pg_catalog, public as $$
   declare moved integer := 0;
   begin
     if tg_op <> 'INSERT' and old.state = 'invited' then moved := moved - 1; end if;
     if tg_op <> 'DELETE' and new.state = 'invited' then moved := moved + 1; end if;
     if moved <> 0 then
       update users set waiting_invitations = waiting_invitations + moved
       where id = coalesce(new.user_id, old.user_id);
     end if;
     return null;
   end $$`,
  "revoke execute on function relevo_count_invitations() from public",
  `create trigger invitations_counted after insert or update of state or delete on invitations
   for each row execute function relevo_count_invitations()`,
];
