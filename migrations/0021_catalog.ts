import { type Kysely, sql } from "kysely";

/** The index by which the timeline of a product finds its activities. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index activities_product on activities (company_id, product_id)
    where product_id is not null`.execute(db);
}
