import { sql } from "kysely";
import { limitReached, takeLock } from "@/lib/access/bounds.ts";
import type { TemplateCreate, TemplatePatch } from "@/lib/crm/templates/template.ts";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { type Actor, checkVersion, translated } from "@/lib/records/records.ts";
import type { Seen } from "@/lib/input/fields.ts";

const maxTemplates = 500;

/** Lists templates by name. */
export async function listTemplates(db: Db, tenant: Tenant, language?: "es" | "en") {
  return await templateRows(db, tenant)
    .$if(language !== undefined, (query) => query.where("language", "=", language!))
    .orderBy(alphabetical(sql.ref("name"))).orderBy("id").execute();
}

/** @throws Problem not_found */
export async function findTemplate(db: Db, tenant: Tenant, id: number) {
  const row = await templateRows(db, tenant).where("id", "=", id).executeTakeFirst();
  if (!row) throw problem("not_found");
  return row;
}

/** @throws Problem duplicate (the name), limit_reached */
export async function createTemplate(trx: Trx, actor: Actor, body: TemplateCreate) {
  await takeLock(trx, `templates of ${actor.companyId}`);
  const { count } = await trx.selectFrom("reply_templates")
    .select(sql<number>`count(*)`.as("count"))
    .where("company_id", "=", actor.companyId).executeTakeFirstOrThrow();
  if (count >= maxTemplates) throw limitReached("templates", "company", maxTemplates);
  const { id } = await translated(() =>
    trx.insertInto("reply_templates").values({
      ...body,
      company_id: actor.companyId,
      created_by: actor.userId,
      updated_by: actor.userId,
    }).returning("id").executeTakeFirstOrThrow()
  );
  return await findTemplate(trx, actor, id);
}

/** @throws Problem not_found, version_conflict, duplicate (the name) */
export async function changeTemplate(trx: Trx, actor: Actor, id: number, patch: TemplatePatch) {
  const { version, ...values } = patch;
  const before = await lockTemplate(trx, actor, id);
  checkVersion(before, version, await findTemplate(trx, actor, id));
  await translated(() =>
    trx.updateTable("reply_templates").set({
      ...values,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: actor.userId,
    }).where("company_id", "=", actor.companyId).where("id", "=", id).execute()
  );
  return await findTemplate(trx, actor, id);
}

/** Deletes a template for good. @throws Problem not_found, version_conflict */
export async function deleteTemplate(trx: Trx, actor: Actor, id: number, { version }: Seen = {}) {
  const before = await lockTemplate(trx, actor, id);
  const template = await findTemplate(trx, actor, id);
  checkVersion(before, version, template);
  await trx.deleteFrom("reply_templates").where("company_id", "=", actor.companyId)
    .where("id", "=", id).execute();
  return template;
}

async function lockTemplate(trx: Trx, { companyId }: Tenant, id: number) {
  const row = await trx.selectFrom("reply_templates").select("version")
    .where("company_id", "=", companyId).where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw problem("not_found");
  return row;
}

function templateRows(db: Db, { companyId }: Tenant) {
  return db.selectFrom("reply_templates")
    .select(["id", "created_at", "updated_at", "version", "name", "language", "body"])
    .where("company_id", "=", companyId);
}
