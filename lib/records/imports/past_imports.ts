import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { metaOf, type PageQuery } from "@/lib/input/list.ts";
import { importUndoDays } from "@/lib/records/imports/import.ts";
import type { PastImportState } from "@/lib/records/imports/past_import.ts";
import { withMember } from "@/lib/records/joins.ts";
import { nouns } from "@/lib/records/nouns.ts";

export const isUndoable = sql<boolean>`
  (t.undone_at is null and t.created_at > now() - make_interval(days => ${
  sql.lit(importUndoDays)
}))`;

/** A page of the company's imports, the newest first. Two statements. */
export async function listImports(db: Db, { companyId }: Tenant, query: PageQuery) {
  const of = db.selectFrom("imports as t").where("t.company_id", "=", companyId);
  const rows = await of.selectAll("t").$call(withMember("created_by", "t.created_by"))
    .$call(withMember("undone_by", "t.undone_by"))
    .select(sql<PastImportState>`case when t.undone_at is not null then 'undone'
      when ${isUndoable} then 'undoable' else 'over' end`.as("state"))
    .select(sql<Date>`t.created_at + make_interval(days => ${sql.lit(importUndoDays)})`
      .as("undo_until"))
    .orderBy("t.created_at", "desc").orderBy("t.id", "desc")
    .limit(query.per_page).offset((query.page - 1) * query.per_page).execute();
  const { total } = await of.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  const records = rows.map(({ company_id: _, made, noun, ...row }) => ({
    ...row,
    noun: nouns[noun].table,
    imported: made,
  }));
  return { records, meta: metaOf(query, total) };
}

/** Deletes the undo records of imports past their undo period, of all companies. */
export async function forgetReplaced(db: Db): Promise<void> {
  await asWorker(db, (trx) =>
    sql`delete from import_records where (company_id, import_id) in (
      select company_id, id from imports
      where created_at < now() - make_interval(days => ${sql.lit(importUndoDays)}))`.execute(trx));
}
