import { type Kysely, sql } from "kysely";

/** What a consent was given to, where it came from, and what a company calls its tax. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table companies
      add column tax_label text check (tax_label in ('IVA', 'IGIC', 'IPSI', 'VAT')),
      add column consent_text text check (length(consent_text) <= 10000)`.execute(db);
  await sql`
    alter table contacts
      add column consent_text_hash text check (consent_text_hash ~ '^[0-9a-f]{64}$'),
      add column consent_source text check (length(consent_source) <= 2048)`.execute(db);
}
