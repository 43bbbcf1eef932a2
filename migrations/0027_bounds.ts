import { type Kysely, sql } from "kysely";

/** What keys may do and until when; who paired each phone, and who made each company. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table api_keys add column expires_at timestamptz,
      add column scope text not null default 'all' check (scope in ('all', 'send', 'read'))
  `.execute(db);
  for (const table of ["pairings", "devices"]) {
    await sql.raw(`
      alter table ${table} add column paired_by integer, add column paired_by_key integer,
        add foreign key (company_id, paired_by) references user_companies (company_id, user_id),
        add foreign key (company_id, paired_by_key) references api_keys (company_id, id),
        add check (paired_by is null or paired_by_key is null)`).execute(db);
  }
  await sql`alter table companies add column created_by integer references users`.execute(db);
  await sql`create index companies_creator on companies (created_by)
    where created_by is not null`.execute(db);
  await fillKnown(db);
}

/** Whoever has a phone of their own as a member has paired it; of others nobody knows any more. */
// deno-lint-ignore no-explicit-any
async function fillKnown(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    // Forced row-level security holds for the owner too: write each company's rows as its tenant.
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    for (const table of ["pairings", "devices"]) {
      await sql`update ${sql.table(table)} set paired_by = member_id
        where company_id = ${id} and member_id is not null`.execute(db);
    }
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
