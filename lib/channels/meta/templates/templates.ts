import { sql } from "kysely";
import { checkSoon } from "@/lib/channels/accounts/check_soon.ts";
import type { TemplateRow } from "@/lib/channels/meta/templates/read_template.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";

/** Templates of a number, as they were read from Meta last. */

/** The number's approved ones, by name. @throws Problem not_found: no such number */
export async function listTemplates(db: Db, { companyId }: Tenant, accountId: number) {
  const account = await db.selectFrom("channel_accounts").select("id")
    .where("company_id", "=", companyId).where("id", "=", accountId)
    .where("kind", "=", "whatsapp").where("deleted_at", "is", null).executeTakeFirst();
  if (!account) throw problem("not_found");
  const rows = await db.selectFrom("message_templates").selectAll()
    .where("company_id", "=", companyId).where("account_id", "=", accountId)
    .where("state", "=", "approved").orderBy("name").orderBy("language").execute();
  return rows.map(({ name, language, category, content }) => ({
    ...{ name, language, category },
    ...content,
    unsupported: content.unsupported ?? null,
  }));
}

/** Puts them in place of those that were read before. */
export async function storeTemplates(
  trx: BareTrx,
  { companyId }: Tenant,
  accountId: number,
  templates: readonly TemplateRow[],
): Promise<void> {
  await trx.deleteFrom("message_templates").where("company_id", "=", companyId)
    .where("account_id", "=", accountId).execute();
  await sql`
    insert into message_templates (company_id, account_id, name, language, category, state, content)
    select ${companyId}, ${accountId}, q.name, q.language, q.category, q.state, q.content
    from jsonb_to_recordset(${JSON.stringify(templates)}::jsonb)
      as q(name text, language text, category text, state text, content jsonb)`.execute(trx);
  await trx.updateTable("channel_accounts").set({ templates_at: sql<Date>`now()` })
    .where("company_id", "=", companyId).where("id", "=", accountId).execute();
}

/** Takes Meta's news of a template: its state holds at once, its words are read again soon. */
export async function noteTemplate(
  trx: BareTrx,
  account: { id: number; company_id: number },
  { name, language, state }: { name: string; language: string; state: string },
): Promise<void> {
  await trx.updateTable("message_templates").set({ state: state.slice(0, 40) })
    .where("company_id", "=", account.company_id).where("account_id", "=", account.id)
    .where("name", "=", name).where("language", "=", language).execute();
  await checkSoon(trx, { companyId: account.company_id }, account.id);
}
