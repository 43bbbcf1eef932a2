import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { recordOf } from "@/lib/records/noun_sql.ts";
import { type NounName, nouns } from "@/lib/records/nouns.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Other records that a body names, by field. */
interface Links {
  client_id?: number | null;
  contact_id?: number | null;
  opportunity_id?: number | null;
  sale_id?: number | null;
  stage_id?: number | null;
  assignee_id?: number | null;
}

type Field = keyof Links;

const record = (noun: NounName) => (companyId: number, id: number) => recordOf(noun, companyId, id);

/** Where each field's record must be found. */
const targets: Record<Field, (companyId: number, id: number) => RawBuilder<unknown>> = {
  client_id: record("client"),
  contact_id: record("contact"),
  opportunity_id: record("opportunity"),
  sale_id: record("sale"),
  stage_id: record("stage"),
  assignee_id: liveMember,
};

/** The lock makes it wait for a removal that is under way, and the removal for it. */
function liveMember(companyId: number, id: number) {
  return sql`select user_id from user_companies
    where company_id = ${companyId} and user_id = ${id} and disabled_at is null for key share`;
}

/** Who is given what another record's assignee has: that one, or nobody once they have left. */
export async function liveAssignee(
  db: Db,
  { companyId }: Tenant,
  assigneeId: number | null,
): Promise<number | null> {
  if (assigneeId === null) return null;
  const { rows } = await liveMember(companyId, assigneeId).execute(db);
  return rows.length > 0 ? assigneeId : null;
}

/**
 * Checks that what a body links to is live and the company's own; the foreign keys alone would take
 * a client from the bin. A link that stays as it was `before` is not asked about.
 * @throws Problem validation_failed, naming every wrong field
 */
export async function checkLinks(db: Db, { companyId }: Tenant, links: Links, before: Links = {}) {
  const fields = (Object.keys(targets) as Field[]).filter((name) =>
    links[name] != null && links[name] !== before[name]
  );
  if (fields.length === 0) return;
  const columns = fields.map((name) =>
    sql`exists(${targets[name](companyId, links[name]!)}) as ${sql.ref(name)}`
  );
  const { rows } = await sql<Record<Field, boolean>>`select ${sql.join(columns)}`.execute(db);
  const missing = fields.filter((name) => !rows[0]![name]);
  if (missing.length === 0) return;
  throw problem("validation_failed", {
    fields: Object.fromEntries(missing.map((name) => [name, inputWords.notOurs])),
  });
}

/**
 * The client, and for a sale the opportunity, that come with what a new record is linked to, where
 * its body does not say.
 */
export async function inheritedLinks(
  db: Db,
  { companyId }: Tenant,
  { client_id, opportunity_id, sale_id }: Links,
): Promise<Pick<Links, "client_id" | "opportunity_id">> {
  const given = { client_id, opportunity_id };
  if (client_id != null || (sale_id == null && opportunity_id == null)) return given;
  const [noun, id] = sale_id != null
    ? ["sale", sale_id] as const
    : ["opportunity", opportunity_id] as const;
  const opportunity = sql.ref(noun === "sale" ? nouns.opportunity.key : "id");
  const { rows } = await sql<{ client_id: number; opportunity_id: number }>`
    select client_id, ${opportunity} as opportunity_id from ${sql.table(nouns[noun].table)}
    where company_id = ${companyId} and id = ${id}`.execute(db);
  return {
    client_id: rows[0]?.client_id,
    opportunity_id: opportunity_id ?? rows[0]?.opportunity_id,
  };
}
