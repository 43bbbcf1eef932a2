import { sql } from "kysely";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { planOnce } from "@/lib/db/plan_once.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { validate } from "@/lib/input/input.ts";
import { withMember } from "@/lib/records/joins.ts";
import { checkVersion, translated } from "@/lib/records/records.ts";
import type { Seen } from "@/lib/input/fields.ts";
import { maxViews, type ViewCreate, type ViewPatch, viewSchemas } from "@/lib/views/view.ts";
import type { Section } from "@/lib/views/listed.ts";
import { inputWords } from "@/lib/words/input.ts";

interface Person {
  companyId: number;
  userId: number;
}

/** Lists the views of the company and the person's own, by name. */
export async function listViews(db: Db, person: Person, list?: Section) {
  const all = viewRows(db, person)
    .orderBy(alphabetical(sql.ref("t.name"))).orderBy("t.id");
  const query = list === undefined
    ? planOnce("views", all)
    : planOnce("views_of_list", all.where("t.list", "=", list));
  const { rows } = await query.execute(db);
  return rows.map(toView);
}

/** @throws Problem not_found (also another person's own) */
export async function findView(db: Db, person: Person, id: number) {
  const row = await viewRows(db, person).where("t.id", "=", id).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toView(row);
}

/** @throws Problem validation_failed, duplicate (the name) */
export async function createView(trx: Trx, person: Person, body: ViewCreate) {
  const { shared, filters, ...values } = body;
  checkParameters(body.list, body);
  const owner_id = shared ? null : person.userId;
  await checkRoom(trx, person, { list: body.list, owner_id });
  const { id } = await translated(() =>
    trx.insertInto("saved_views").values({
      ...values,
      owner_id,
      filters: JSON.stringify(filters),
      company_id: person.companyId,
      created_by: person.userId,
      updated_by: person.userId,
    }).returning("id").executeTakeFirstOrThrow()
  );
  return await findView(trx, person, id);
}

/** @throws Problem not_found, version_conflict, validation_failed, duplicate (the name) */
export async function changeView(trx: Trx, person: Person, id: number, patch: ViewPatch) {
  const { version, shared, filters, ...values } = patch;
  const before = await lockView(trx, person, id);
  checkVersion(before, version, await findView(trx, person, id));
  checkParameters(before.list, { filters, sort: patch.sort });
  const owner_id = shared === undefined ? before.owner_id : shared ? null : person.userId;
  if (owner_id !== before.owner_id) await checkRoom(trx, person, { list: before.list, owner_id });
  await translated(() =>
    trx.updateTable("saved_views").set({
      ...values,
      ...(filters ? { filters: JSON.stringify(filters) } : {}),
      owner_id,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: person.userId,
    }).where("company_id", "=", person.companyId).where("id", "=", id).execute()
  );
  return await findView(trx, person, id);
}

/** Deletes a view for good. @throws Problem not_found, version_conflict */
export async function deleteView(trx: Trx, person: Person, id: number, { version }: Seen = {}) {
  const before = await lockView(trx, person, id);
  const view = await findView(trx, person, id);
  checkVersion(before, version, view);
  await trx.deleteFrom("saved_views").where("company_id", "=", person.companyId)
    .where("id", "=", id).execute();
  return view;
}

async function lockView(trx: Trx, { companyId, userId }: Person, id: number) {
  const row = await trx.selectFrom("saved_views").select(["list", "owner_id", "version"])
    .where("company_id", "=", companyId).where("id", "=", id)
    .where((eb) => eb.or([eb("owner_id", "is", null), eb("owner_id", "=", userId)]))
    .forUpdate().executeTakeFirst();
  if (!row) throw problem("not_found");
  return row;
}

/** @throws Problem validation_failed, naming `filters.status`, `sort` */
function checkParameters(
  list: Section,
  { filters = {}, sort }: { filters?: Record<string, string>; sort?: string | null },
): void {
  try {
    validate(viewSchemas[list].omit({ sort: true }), filters);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const fields = Object.entries(error.extras.fields ?? {})
      .map(([name, text]) => [`filters.${name}`, text]);
    throw problem("validation_failed", { fields: Object.fromEntries(fields) });
  }
  if (sort) validate(viewSchemas[list].pick({ sort: true }), { sort });
}

async function checkRoom(
  trx: Trx,
  { companyId }: Person,
  { list, owner_id }: { list: Section; owner_id: number | null },
): Promise<void> {
  const { count } = await trx.selectFrom("saved_views")
    .select(sql<number>`count(*)`.as("count")).where("company_id", "=", companyId)
    .where("list", "=", list).where("owner_id", owner_id === null ? "is" : "=", owner_id)
    .executeTakeFirstOrThrow();
  if (count < maxViews) return;
  const fields = { name: inputWords.tooManyViews(maxViews) };
  throw problem("validation_failed", { fields });
}

function viewRows(db: Db, { companyId, userId }: Person) {
  return db.selectFrom("saved_views as t").selectAll("t")
    .$call(withMember("maker", "t.created_by"))
    .where("t.company_id", "=", companyId)
    .where((eb) => eb.or([eb("t.owner_id", "is", null), eb("t.owner_id", "=", userId)]));
}

type Row = Awaited<ReturnType<ReturnType<typeof viewRows>["execute"]>>[number];

function toView(row: Row) {
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    list: row.list,
    name: row.name,
    shared: row.owner_id === null,
    filters: row.filters,
    sort: row.sort,
    columns: row.columns,
    maker: row.maker,
  };
}
