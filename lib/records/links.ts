import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { lockOf } from "@/lib/records/noun_sql.ts";
import { type NounName, nouns } from "@/lib/records/nouns.ts";
import type { Actor } from "@/lib/records/records.ts";
import { inputWords } from "@/lib/words/input.ts";

interface Links {
  client_id?: number | null;
  contact_id?: number | null;
  opportunity_id?: number | null;
  sale_id?: number | null;
  stage_id?: number | null;
  assignee_id?: number | null;
}

type Field = keyof Links;

const linkedNouns: [Field, NounName][] = [
  ["client_id", "client"],
  ["contact_id", "contact"],
  ["sale_id", "sale"],
  ["opportunity_id", "opportunity"],
  ["stage_id", "stage"],
];

function liveMember(companyId: number, id: number) {
  return sql`select user_id from user_companies
    where company_id = ${companyId} and user_id = ${id} and disabled_at is null for key share`;
}

export async function liveAssignee(
  db: Db,
  { companyId }: Tenant,
  assigneeId: number | null,
): Promise<number | null> {
  if (assigneeId === null) return null;
  const { rows } = await liveMember(companyId, assigneeId).execute(db);
  return rows.length > 0 ? assigneeId : null;
}

interface Owned {
  assignee_id?: number | null;
  contact_id?: number | null;
}

/** A new record's assignee: the body's (null is nobody), else its contact's, else its maker. */
export async function ownerOf(
  db: Db,
  { companyId, userId }: Actor,
  { assignee_id, contact_id }: Owned,
): Promise<number | null> {
  if (assignee_id !== undefined) return assignee_id;
  if (contact_id == null) return userId;
  const { rows: [contact] } = await sql<{ assignee_id: number | null }>`
    select assignee_id from ${sql.table(nouns.contact.table)}
    where company_id = ${companyId} and id = ${contact_id}`.execute(db);
  return await liveAssignee(db, { companyId }, contact?.assignee_id ?? null) ?? userId;
}

/**
 * Locks linked records and checks that they are live and the company's. Links as in `before` pass.
 * @returns the links, with merged records replaced by those they went into
 * @throws Problem validation_failed, naming every wrong field
 */
export async function checkLinks<L extends Links>(
  trx: Trx,
  tenant: Tenant,
  links: L,
  before: Links = {},
): Promise<Pick<L, Field & keyof L>> {
  const changed = linksOf(linkedNouns, links).filter(({ name, id }) => id !== before[name]);
  const linked = await lockLinked(trx, tenant, changed);
  const missing = changed.map(({ name }) => name).filter((name) => {
    const { id, isLive } = linked.get(name) ?? {};
    return !isLive && (id === undefined || id !== before[name]);
  });
  const { assignee_id } = links;
  if (assignee_id != null && assignee_id !== before.assignee_id) {
    if (await liveAssignee(trx, tenant, assignee_id) === null) missing.push("assignee_id");
  }
  if (missing.length > 0) {
    throw problem("validation_failed", {
      fields: Object.fromEntries(missing.map((name) => [name, inputWords.notOurs])),
    });
  }
  const names = [...linkedNouns.map(([name]) => name), "assignee_id" as const];
  return Object.fromEntries(
    names.filter((name) => links[name] !== undefined)
      .map((name) => [name, linked.get(name)?.id ?? links[name]]),
  ) as Pick<L, Field & keyof L>;
}

/** Call it before locking the record itself: merges lock in this order too. */
export async function lockParties(trx: Trx, tenant: Tenant, links: Links): Promise<void> {
  await lockLinked(trx, tenant, linksOf(linkedNouns.slice(0, 2), links));
}

function linksOf(named: [Field, NounName][], links: Links): Linked<Field>[] {
  return named.flatMap(([name, noun]) => {
    const id = links[name];
    return id == null ? [] : [{ name, noun, id }];
  });
}

interface Linked<Name extends string> {
  name: Name;
  noun: NounName;
  id: number;
}

/** Merged records are followed. An erased client's records are figures: nothing links to them. */
export async function lockLinked<Name extends string>(
  trx: Trx,
  tenant: Tenant,
  links: Linked<Name>[],
): Promise<Map<Name, { id: number; isLive: boolean }>> {
  const { companyId } = tenant;
  const records = new Map<Name, LinkedRecord>();
  let open = links;
  while (open.length > 0) {
    const parts = open.map(({ name, noun, id }): RawBuilder<unknown> =>
      sql`select * from (select ${sql.lit(name)} as name, ${lockOf(noun, companyId, id)}) r`
    );
    const { rows } = await sql<LinkedRecord & { name: Name; into: number | null }>`
      ${sql.join(parts, sql` union all `)}`.execute(trx);
    for (const { name, id, isLive, clientId } of rows) records.set(name, { id, isLive, clientId });
    open = open.flatMap((one) => {
      const { into } = rows.find(({ name }) => name === one.name) ?? {};
      return into == null ? [] : [{ ...one, id: into }];
    });
  }
  const erased = await erasedAmong(trx, tenant, [...records.values()]);
  for (const one of records.values()) if (erased.has(one.clientId)) one.isLive = false;
  return records;
}

interface LinkedRecord {
  id: number;
  isLive: boolean;
  clientId: number | null;
}

async function erasedAmong(trx: Trx, { companyId }: Tenant, records: LinkedRecord[]) {
  const clients = records.flatMap(({ clientId }) => clientId ?? []);
  if (clients.length === 0) return new Set<number | null>();
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(nouns.client.table)}
    where company_id = ${companyId} and id = any (${clients}::integer[])
      and erased_at is not null`.execute(trx);
  return new Set<number | null>(rows.map(({ id }) => id));
}

/** Client and opportunity of the linked sale, opportunity or contact, unless the body has them. */
export async function inheritedLinks(
  db: Db,
  { companyId }: Tenant,
  { client_id, opportunity_id, sale_id, contact_id }: Links,
): Promise<Pick<Links, "client_id" | "opportunity_id">> {
  const links = { client_id, opportunity_id };
  const [noun, id, opportunity] = sale_id != null
    ? ["sale", sale_id, nouns.opportunity.key] as const
    : opportunity_id != null
    ? ["opportunity", opportunity_id, "id"] as const
    : ["contact", contact_id, null] as const;
  if (client_id != null || id == null) return links;
  const { rows } = await sql<{ client_id: number | null; opportunity_id: number | null }>`
    select ${sql.ref(nouns[noun].client)} as client_id,
      ${opportunity === null ? null : sql.ref(opportunity)}::integer as opportunity_id
    from ${sql.table(nouns[noun].table)}
    where company_id = ${companyId} and id = ${id}`.execute(db);
  return {
    client_id: rows[0]?.client_id,
    opportunity_id: opportunity_id ?? rows[0]?.opportunity_id,
  };
}
