import { type RawBuilder, sql } from "kysely";
import type { Erasure } from "@/lib/tools/after_commit.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { trashDays } from "@/lib/records/records.ts";
import { blockSales } from "@/lib/privacy/block_sales.ts";
import type { Column } from "@/lib/privacy/column.ts";
import { columns } from "@/lib/privacy/columns.ts";
import { keepErasedMail } from "@/lib/privacy/erased_mail.ts";
import { noteErasure } from "@/lib/privacy/erasures.ts";
import { eraseMessages } from "@/lib/privacy/erase_messages.ts";
import type { LockedScope } from "@/lib/privacy/lock_scope.ts";
import type { Scope } from "@/lib/privacy/persons.ts";
import { theirs } from "@/lib/privacy/scope.ts";
import { rowsOf, theirKeys } from "@/lib/privacy/their_keys.ts";
import { writeNumberedWords } from "@/lib/records/listing/numbered_words.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { forgetTags } from "@/lib/records/tags/tags.ts";
import type { Language } from "@/lib/words/language.ts";
import { erasedWords } from "@/lib/privacy/words.ts";

/** The trash's days, and one more for transactions that began earlier. */
const daysBack = trashDays + 1;

/**
 * Erases the persons from all their records, as `columns` classifies them. Sales that the law keeps
 * are blocked first. About twenty statements.
 * @param again whether a restored database has lost the erasure
 * @returns how many sales are kept, and until when
 */
export async function erase(trx: Trx, tenant: Tenant, scope: LockedScope, again?: Erasure) {
  const { companyId } = tenant;
  const { contacts, clients } = scope;
  const { at } = again ?? await noteErasure(trx, { companyId, contacts, clients });
  await keepErasedMail(trx, tenant, scope, new Date(at));
  const blocked = await blockSales(trx, tenant, scope);
  await eraseMessages(trx, tenant, scope); // finds notices by the titles of tasks
  const { language } = await trx.selectFrom("companies").select("language")
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  await sql`select set_config('app.words_of_erased', 'together', true)`.execute(trx);
  for (const [table, isTheirs] of Object.entries(theirs)) {
    const its = columns[table as keyof typeof columns];
    const keys = theirKeys[table]?.(companyId, scope);
    const { from, isOne } = keys
      ? rowsOf(table, keys)
      : { from: undefined, isOne: isTheirs(scope) };
    const where = sql`t.company_id = ${companyId} and ${isOne}`;
    if (Object.values(its).some((column) => column?.by === "row")) {
      const using = from ? sql`using ${from}` : sql``;
      await sql`delete from ${sql.table(table)} t ${using} where ${where}`.execute(trx);
      continue;
    }
    const values = valuesOf(table, its, language);
    await sql`update ${sql.table(table)} t set ${sql.join(values)}
      ${from ? sql`from ${from}` : sql``} where ${where}`.execute(trx);
  }
  for (const kind of ["contact", "client"] as const) {
    const ids = scope[nouns[kind].table];
    const text = erasedWords[kind][language];
    await writeNumberedWords(trx, { companyId, kind, state: "trash", ids, text });
  }
  await forgetTags(trx);
  await forgetUndo(trx, tenant, scope);
  return blocked;
}

function valuesOf(table: string, its: Record<string, Column>, language: Language) {
  const values = Object.entries(its).flatMap(([name, column]) => {
    const to = column && valueOf(`${table}.${name}`, column.by, language);
    return to ? [sql`${sql.ref(name)} = ${to}`] : [];
  });
  if ("version" in its) values.push(sql`version = t.version + 1, updated_at = now()`);
  if ("erased_at" in its) {
    values.push(sql`erased_at = coalesce(t.erased_at, now()),
      deleted_at = least(t.deleted_at, now() - make_interval(days => ${sql.lit(daysBack)}))`);
  }
  return values;
}

function valueOf(column: string, by: string, language: Language): RawBuilder<unknown> | null {
  if (by === "null") return sql`null`;
  if (by === "default") return sql`default`;
  return by === "replaced" ? replacements[column]!(language) : null;
}

const numbered = (noun: Exclude<keyof typeof erasedWords, "line">) => (language: Language) =>
  sql`${erasedWords[noun][language]}::text || ' ' || t.id`;

const replacements: Record<string, (language: Language) => RawBuilder<unknown>> = {
  "contacts.name": numbered("contact"),
  "clients.name": numbered("client"),
  "opportunities.title": numbered("opportunity"),
  "tasks.title": numbered("task"),
  "events.title": numbered("event"),
  // Sold products stay countable; typed names may name anybody.
  "quote_lines.name": (language) =>
    sql`coalesce((select p.name from products p
      where p.company_id = t.company_id and p.id = t.product_id), ${erasedWords.line[language]})`,
};

/** An undo would bring the values back. */
async function forgetUndo(trx: Trx, { companyId }: Tenant, scope: Scope): Promise<void> {
  const { contacts, clients, opportunities, quotes, tasks, events } = scope;
  const ids = { contact: contacts, client: clients, opportunity: opportunities, quote: quotes };
  const each = Object.entries({ ...ids, task: tasks, event: events })
    .map(([noun, gone]) =>
      sql`b.noun = ${sql.lit(noun)} and (e ->> 'id')::integer = any (${gone}::integer[])`
    );
  const isGone = sql.join(each, sql` or `);
  await sql`
    update bulk_changes b set records = coalesce((
      select jsonb_agg(e) from jsonb_array_elements(b.records) e where not (${isGone})), '[]')
    where b.company_id = ${companyId} and exists (
      select from jsonb_array_elements(b.records) e where ${isGone})`.execute(trx);
}
