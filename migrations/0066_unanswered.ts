import { type Kysely, sql } from "kysely";

/**
 * Contacts that wait for an answer, as 0039 has them; becoming a client ends the wait of those alone
 * who had an answer before.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await countWhatIsThere(db);
}

const columns = ["deleted_at", "is_spam", "held", "last_direction", "status"]
  .concat("converted_client_id", "converted_at", "last_message_at", "first_response_at");

const waits = (row: string) =>
  columns.reduce(
    (text, column) => text.replaceAll(new RegExp(`\\b${column}\\b`, "g"), `${row}${column}`),
    `deleted_at is null and not is_spam and not held and last_direction = 'in'
      and status <> 'archived' and (converted_client_id is null or first_response_at is null
        or last_message_at > converted_at)`,
  );

const target = "record_counts (company_id, kind, n)";
const addUp = (source: string) =>
  `insert into ${target} select r.company_id, 'contact_waiting', count(*)
    from ${source} r where ${waits("r.")} group by 1`;
const takeAway = `insert into ${target} select company_id, kind, -sum(n) from record_counts
  where kind = 'contact_waiting' group by 1, 2`;
const add = (row: "old" | "new", n: number) =>
  `if ${waits(`${row}.`)} then
    insert into ${target} values (${row}.company_id, 'contact_waiting', ${n});
  end if;`;

const statements = [
  "drop index contacts_waiting",
  `create index contacts_waiting on contacts (company_id, last_message_at, id) where ${waits("")}`,
  "drop trigger waiting_changed on contacts",
  `create or replace function relevo_count_waiting() returns trigger language plpgsql as $$
    begin
      ${addUp("made")};
      return null;
    end $$`,
  `create or replace function relevo_recount_waiting() returns trigger language plpgsql as $$
    begin
      ${add("old", -1)}
      if tg_op = 'UPDATE' then
        ${add("new", 1)}
      end if;
      return null;
    end $$`,
  `create trigger waiting_changed after update of ${columns.join(", ")} on contacts
    for each row when ((${waits("old.")}) is distinct from (${waits("new.")}))
    execute function relevo_recount_waiting()`,
];

/** Forced row-level security holds for the owner too: count each company's rows as its tenant. */
// deno-lint-ignore no-explicit-any
async function countWhatIsThere(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    await sql.raw(takeAway).execute(db);
    await sql.raw(addUp("contacts")).execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
