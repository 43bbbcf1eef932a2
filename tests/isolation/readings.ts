/**
 * Everything readable under /api/admin, as addresses: from the route table, with ids that exist.
 */
import { sql } from "kysely";
import type * as z from "zod";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { searched } from "../support/filled.ts";
import { allEntries, type Entry, inputSchema, parametersOf } from "../http/routes.ts";

/** Every GET of records under /api/admin. */
export async function readEntries(): Promise<Entry[]> {
  const entries = await allEntries();
  return entries.filter(({ verb, path, method }) =>
    verb === "GET" && path.startsWith("/api/admin/") && !method.spec.mediaType &&
    method.guard !== "operator"
  );
}

/** One id of each noun that an address names. */
export async function idsOf(db: Db, companyId: number): Promise<Record<string, string>> {
  const tables = ["contacts", "clients", "opportunities", "quotes", "sales", "tasks", "events"]
    .concat("products", "notes", "notifications");
  return await inCompany(db, companyId, async (trx) => {
    const ids: Record<string, string> = { companies: String(companyId) };
    for (const table of tables) {
      const { rows } = await sql<{ id: string }>`
        select min(id::text) as id from ${sql.table(table)}
        where company_id = ${companyId} ${
        table === "notifications" ? sql`` : sql`and deleted_at is null`
      }`.execute(trx);
      ids[table] = rows[0]!.id;
    }
    const someone = await trx.selectFrom("user_companies").select("user_id")
      .where("company_id", "=", companyId).limit(1).executeTakeFirstOrThrow();
    const stage = await trx.selectFrom("pipeline_stages").select("id")
      .where("company_id", "=", companyId).limit(1).executeTakeFirstOrThrow();
    const key = await trx.selectFrom("api_keys").select("id")
      .where("company_id", "=", companyId).limit(1).executeTakeFirstOrThrow();
    const view = await trx.insertInto("saved_views")
      .values({ company_id: companyId, list: "clients", name: "Ciudades" })
      .returning("id").executeTakeFirstOrThrow();
    const account = await trx.insertInto("channel_accounts")
      .values({ company_id: companyId, kind: "program", channel: "other", name: "Bot" })
      .returning("id").executeTakeFirstOrThrow();
    const number = await trx.insertInto("channel_accounts")
      .values({ company_id: companyId, kind: "whatsapp", channel: "whatsapp", name: "Taller" })
      .returning("id").executeTakeFirstOrThrow();
    const app = await trx.insertInto("meta_apps").values({
      ...{ company_id: companyId, name: "Taller", app_id: "1" },
      ...{ hook: String(companyId).padStart(43, "h"), verify_token: "verify-it" },
    }).returning("id").executeTakeFirstOrThrow();
    const past = await trx.insertInto("imports").values({
      ...{
        company_id: companyId,
        noun: "client",
        made: 2,
        changed: 0,
        same: 0,
        skipped: 0,
        wrong: 0,
      },
    }).returning("id").executeTakeFirstOrThrow();
    await sql`insert into import_records (company_id, import_id, product_id, version, remarks)
      select company_id, ${past.id}, id, version, jsonb_build_object('row', 2,
        'header', array['Nombre'], 'cells', array[name], 'texts', array['x']) from products
      where company_id = ${companyId} and deleted_at is null order by id limit 2`.execute(trx);
    const automatic = await trx.insertInto("channel_events")
      .values({
        ...{ company_id: companyId, account_id: account.id, external_id: "1", size: 0 },
        ...{
          state: "read",
          automatic: JSON.stringify({ kind: "report", from: null, subject: "1" }),
        },
      }).returning("id").executeTakeFirstOrThrow();
    const template = await trx.insertInto("reply_templates")
      .values({ company_id: companyId, language: "es", name: "Gracias", body: "Gracias" })
      .returning("id").executeTakeFirstOrThrow();
    const message = await trx.selectFrom("contact_messages").select("id")
      .where("company_id", "=", companyId).where("contact_id", "=", Number(ids.contacts))
      .where("deleted_at", "is", null).limit(1).executeTakeFirst();
    const { rows: [callback] } = await sql<{ id: string }>`
      select min(response_id::text) as id from callbacks
      where company_id = ${companyId}`.execute(trx);
    const others = {
      views: view.id,
      employees: someone.user_id,
      "pipeline-stages": stage.id,
      keys: key.id,
      callbacks: callback!.id,
      channels: account.id,
      numbers: number.id,
      "meta-apps": app.id,
      automatic: automatic.id,
      imports: past.id,
      messages: message?.id ?? 1,
      "reply-templates": template.id,
    };
    return {
      ...ids,
      ...Object.fromEntries(Object.entries(others).map(([noun, id]) => [noun, String(id)])),
    };
  });
}

/** Parameters that an endpoint requires. */
function neededBy(path: string, ids: Record<string, string>, today: Date): Record<string, string> {
  const year = today.getUTCFullYear();
  const day = (shift: number) =>
    new Date(today.getTime() + shift * 86_400_000).toISOString().slice(0, 10);
  const needed: Record<string, Record<string, string>> = {
    "/api/admin/notes": { client_id: ids.clients! },
    "/api/admin/search": { q: searched.prefix },
    "/api/admin/reports": { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    "/api/admin/stats/trends": { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    "/api/admin/events": { from: day(-200), to: day(30) },
  };
  if (path.endsWith("/values")) {
    return { of: path.includes("/products/") ? "active" : "assignee_id" };
  }
  return needed[path] ?? {};
}

/** The address of an entry in the company. */
export function addressOf(
  { path }: Entry,
  { companyId, ids, query = {}, today = new Date() }: {
    companyId: number;
    ids: Record<string, string>;
    query?: Record<string, string>;
    today?: Date;
  },
): string {
  const parameters = parametersOf(path);
  let filled = path;
  for (const name of parameters) {
    const noun = new RegExp(`([^/]+)/\\{${name}\\}`).exec(path)![1]!;
    const kind = path.includes("/channels/{id}/templates") ? "numbers" : noun;
    const id = noun === "oauth" ? "google" : ids[kind] ?? `no id of ${noun}`;
    filled = filled.replace(`{${name}}`, id);
  }
  // Activities of a record: exactly one record is named.
  const named = Object.keys(query).some((name) => name.endsWith("_id") && name !== "assignee_id");
  const needed = named && "client_id" in neededBy(path, ids, today)
    ? {}
    : neededBy(path, ids, today);
  const params = { company_id: String(companyId), ...needed, ...query };
  return `${filled}?${new URLSearchParams(params)}`;
}

/**
 * Every query of a list, one parameter at a time: its sorts, its filters with values that its own
 * records have, words, the trash, and a deep page.
 */
export function questionsOf(
  { path, method }: Entry,
  records: Record<string, unknown>[],
): Record<string, string>[] {
  return Object.entries(method.spec.query!.shape).flatMap(
    ([name, schema]): Record<string, string>[] => {
      if (name === "page") return [{}, { page: "3" }];
      if (["per_page", "from", "to"].includes(name)) return [];
      if (name === "deleted") return [{ deleted: "only" }];
      // The trash is of lists, activities are of records.
      if (name === "noun") {
        return [{ noun: path.endsWith("/trash") ? "tasks,contacts" : "task,contact" }];
      }
      if (name === "q") return Object.values(searched).map((q) => ({ q }));
      if (name === "assignee_id") return ["me", "none"].map((who) => ({ assignee_id: who }));
      if (name === "approval") return [{ approval: "asked" }];
      if (name === "sort") return sortsOf(schema as Described).map((sort) => ({ sort }));
      const choices = inputSchema(schema as z.ZodType).enum;
      if (choices) return choices.map((one) => ({ [name]: String(one) }));
      const bounded = /^(.*)_(from|to)$/.exec(name)?.[1];
      // Values that no record has: any instant, any id.
      const value = valueOf(records, bounded ?? name) ??
        (bounded ? valueOf(records, "created_at") : 1);
      return [{ [name]: String(value) }];
    },
  );
}

type Described = { meta(): { description?: string } | undefined; unwrap?(): Described };

/** The sorts stand in the description, for people. */
function sortsOf(schema: Described): string[] {
  let inner: Described | undefined = schema;
  while (inner && !inner.meta()?.description) inner = inner.unwrap?.();
  const names = /^Any of (.*?), with commas/.exec(inner?.meta()?.description ?? "")![1]!;
  return names.split(", ").flatMap((name) => [name, `-${name}`]);
}

function valueOf(records: Record<string, unknown>[], name: string): unknown {
  const direct = records.map((record) => record[name]).find((value) => value != null);
  if (direct !== undefined) return direct;
  const reference = name.replace(/_id$/, "");
  const match = records.map((record) => record[reference] as { id?: number } | null)
    .find((value) => value?.id != null);
  return match?.id;
}
