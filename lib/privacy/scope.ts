import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { addressForms } from "@/lib/records/shown_address.ts";
import { noteSubjects } from "@/lib/records/subject.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { findMails, type MailOf } from "@/lib/privacy/mails.ts";

export interface Persons {
  contacts: number[];
  clients: number[];
}

export interface PersonKey {
  noun: "contact" | "client";
  id: number;
}

export function personsOf({ noun, id }: PersonKey): Persons {
  return { contacts: noun === "contact" ? [id] : [], clients: noun === "client" ? [id] : [] };
}

/** Ids of all records of some persons, and addresses that programs may have written to. */
export interface Scope extends Persons {
  opportunities: number[];
  quotes: number[];
  sales: number[];
  tasks: number[];
  events: number[];
  addresses: string[];
  mails: MailOf[];
}

/**
 * Records of the persons, trashed or not, and of those merged into them. Three statements.
 * @param options.together the contacts that became the clients are of the same person
 */
export async function findScope(
  db: Db,
  { companyId }: Tenant,
  persons: Persons,
  { together }: { together: boolean },
): Promise<Omit<Scope, "mails">> {
  const { rows: [people] } = await sql<Persons>`
    with recursive theirs as (
      select id from clients where company_id = ${companyId} and ${isAny("id", persons.clients)}
      union
      select c.id from theirs join clients c
        on c.company_id = ${companyId} and c.merged_into_id = theirs.id
    ), wrote as (
      (select id from contacts where company_id = ${companyId} and ${
    isAny("id", persons.contacts)
  } union
      select id from contacts where company_id = ${companyId} and ${together}
        and converted_client_id in (select id from theirs))
      union
      select c.id from wrote join contacts c
        on c.company_id = ${companyId} and c.merged_into_id = wrote.id
    )
    select array(select id from theirs order by id) as clients,
      array(select id from wrote order by id) as contacts`.execute(db);
  const { clients } = people!;
  const { rows: [business] } = await sql<Pick<Scope, "opportunities" | "quotes" | "sales">>`
    select ${idsIn("opportunities", companyId, isAny("client_id", clients))} as opportunities,
      ${idsIn("quotes", companyId, isAny("client_id", clients))} as quotes,
      ${idsIn("sales", companyId, isAny("client_id", clients))} as sales`.execute(db);
  const { rows: [work] } = await sql<Pick<Scope, "tasks" | "events" | "addresses">>`
    select ${
    idsIn(
      "tasks",
      companyId,
      sql`${isAny("client_id", clients)} or ${isAny("opportunity_id", business!.opportunities)}
        or ${isAny("sale_id", business!.sales)} or ${isAny("contact_id", people!.contacts)}`,
    )
  } as tasks, ${
    idsIn(
      "events",
      companyId,
      sql`${isAny("client_id", clients)} or ${isAny("opportunity_id", business!.opportunities)}
        or ${isAny("contact_id", people!.contacts)}`,
    )
  } as events, array(${addressesOf(companyId, people!)}) as addresses`.execute(db);
  const addresses = work!.addresses.flatMap((one) => [one, ...addressForms(one)]);
  return { ...people!, ...business!, ...work!, addresses: [...new Set(addresses)] };
}

export async function withMails(
  db: Db,
  tenant: Tenant,
  scope: Omit<Scope, "mails">,
): Promise<Scope> {
  return { ...scope, mails: await findMails(db, tenant, scope.addresses) };
}

const mostOthers = 20;

/** Live records beside the persons' own that have one of their addresses. One statement. */
export async function findOthers(
  db: Db,
  { companyId }: Tenant,
  scope: Scope,
): Promise<PersonKey[]> {
  const each = (["contact", "client"] as const).map((noun) => {
    const { table } = nouns[noun];
    return sql`select distinct ${sql.lit(noun)} as noun, x.id from ${sql.table(table)} x
      join identities i on i.company_id = x.company_id and ${sql.ref(`i.${nouns[noun].key}`)} = x.id
      where x.company_id = ${companyId} and x.deleted_at is null
        and not ${isAny("x.id", scope[table])}
        and (i.kind, i.value) in (select kind, value from theirs)`;
  });
  const { rows } = await sql<PersonKey>`
    with theirs as (
      select t.kind, t.value from identities t
      where t.company_id = ${companyId} and t.kind in ('email', 'phone')
        and ${theirs.identities!(scope)}
    )
    ${sql.join(each, sql` union all `)} order by noun, id limit ${mostOthers}`.execute(db);
  return rows;
}

/** The rows of `t` in each table that are the persons'. */
export const theirs: Record<string, (scope: Scope) => RawBuilder<boolean>> = {
  // Tables that refer to messages and notes come before them, whose deletion cascades.
  file_chunks: (scope) =>
    sql<boolean>`t.file_id in (select t.id from files t
      where t.company_id = ${companyOf} and ${filesOf(scope)})`,
  files: (scope) => filesOf(scope),
  outbox_attempts: (scope) =>
    sql<boolean>`t.outbox_id in (select t.id from outbox t
      where t.company_id = ${companyOf} and ${ofMessages(scope)})`,
  outbox: (scope) => ofMessages(scope),
  mail_ids: (scope) => ofMessages(scope),
  refused_addresses: (scope) =>
    sql<boolean>`(${ofMessages(scope)} or t.address = any (${scope.addresses}::text[]))`,
  mail_senders: (scope) => sql<boolean>`t.address = any (${scope.addresses}::text[])`,
  channel_events: (scope) =>
    sql<boolean>`(${isAny("t.contact_id", scope.contacts)} or ${ofMessages(scope)}
      or ${isAny("t.id", scope.mails.map(({ id }) => id))})`,
  meta_problem_events: (scope) =>
    sql<boolean>`exists (select from identities i
      where i.company_id = ${companyOf} and i.kind in ('phone', 'whatsapp_id')
        and (${isAny("i.contact_id", scope.contacts)} or ${isAny("i.client_id", scope.clients)})
        and position(convert_to(ltrim(i.value, '+'), 'UTF8') in t.body) > 0)`,
  account_people: (scope) =>
    sql<boolean>`exists (select from identities i
      where i.company_id = ${companyOf} and i.kind = 'account_id'
        and i.value = t.account_id || ':' || t.person_id
        and (${isAny("i.contact_id", scope.contacts)} or ${isAny("i.client_id", scope.clients)}))`,
  file_fetches: (scope) =>
    sql<boolean>`t.file_id in (select t.id from files t
      where t.company_id = ${companyOf} and ${filesOf(scope)})`,
  conversation_reminders: ({ contacts }) => isAny("t.contact_id", contacts),
  phone_sends: ({ contacts }) => isAny("t.contact_id", contacts),
  contacts: ({ contacts }) => isAny("t.id", contacts),
  contact_messages: ({ contacts }) => isAny("t.contact_id", contacts),
  clients: ({ clients }) => isAny("t.id", clients),
  opportunities: ({ opportunities }) => isAny("t.id", opportunities),
  quotes: ({ quotes }) => isAny("t.id", quotes),
  quote_lines: ({ quotes }) => isAny("t.quote_id", quotes),
  quote_approvals: ({ quotes }) => isAny("t.quote_id", quotes),
  quote_revisions: ({ quotes }) => isAny("t.quote_id", quotes),
  quote_shares: ({ quotes }) => isAny("t.quote_id", quotes),
  sales: ({ sales }) => isAny("t.id", sales),
  tasks: ({ tasks }) => isAny("t.id", tasks),
  events: ({ events }) => isAny("t.id", events),
  notes: about,
  activities: (scope) =>
    sql<boolean>`(${about(scope)} or ${isAny("t.timeline_client_id", scope.clients)})`,
  merges: ofPerson,
  import_records: ofPerson,
  identities: ofPerson,
};

/** Company of the transaction, as row-level security reads it. */
const companyOf = sql`(select nullif(current_setting('app.company_id', true), '')::int)`;

function ofMessages({ contacts }: Scope): RawBuilder<boolean> {
  return sql<boolean>`t.message_id in (select m.id from contact_messages m
    where m.company_id = ${companyOf} and ${isAny("m.contact_id", contacts)})`;
}

function filesOf(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`(${ofMessages(scope)} or t.note_id in (select t.id from notes t
    where t.company_id = ${companyOf} and ${about(scope)}))`;
}

function ofPerson({ contacts, clients }: Persons): RawBuilder<boolean> {
  return sql<boolean>`(${isAny("t.contact_id", contacts)} or ${isAny("t.client_id", clients)})`;
}

/** Notes and activities of any of the records. */
function about(scope: Scope): RawBuilder<boolean> {
  const each = noteSubjects.map((noun) => {
    const { table, key } = nouns[noun];
    return isAny(`t.${key}`, scope[table as keyof Persons]);
  });
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

export function isAny(column: string, ids: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any (${[...ids]}::integer[])`;
}

/** The persons' addresses, without those of members and of other live records. */
function addressesOf(companyId: number, people: Persons): RawBuilder<string> {
  const both = (["contact", "client"] as const).map((noun) => nouns[noun]);
  const each = both.map(({ table }) =>
    sql`select x.email, x.email_norm, x.phone, x.phone_e164
      from ${idRows(people[table], "int")} k cross join ${
      lookUp(sql`select * from ${sql.table(table)} where company_id = ${companyId} and id = k.id`)
    } x`
  );
  const identified = both.map(({ table, key }) =>
    sql`select t.value, t.value from ${idRows(people[table], "int")} k cross join ${
      lookUp(sql`select * from identities
        where company_id = ${companyId} and ${sql.ref(key)} = k.id`)
    } t where t.kind in ('email', 'phone')`
  );
  const unless = both.map(({ table, key }) =>
    sql`not exists (
      select from (values ('email'), ('phone')) kinds (kind) cross join ${
      lookUp(sql`select * from identities
        where company_id = ${companyId} and kind = kinds.kind and value = a.norm`)
    } i cross join ${
      lookUp(sql`select * from ${sql.table(table)}
        where company_id = ${companyId} and id = ${sql.ref(`i.${key}`)}`)
    } x where x.deleted_at is null and not ${isAny("x.id", people[table])} offset 0)`
  );
  return sql`
    select distinct a.address from (
      select a.address, a.norm from (${sql.join(each, sql` union all `)}) p
      cross join lateral (values (p.email, p.email_norm), (p.email_norm, p.email_norm),
        (p.phone, p.phone_e164), (p.phone_e164, p.phone_e164)) a (address, norm)
      union all
      ${sql.join(identified, sql` union all `)}
    ) a
    where a.address is not null and ${sql.join(unless, sql` and `)}
      and not exists (select from users u where u.email in (lower(a.address), a.norm))`;
}

function idsIn(table: string, companyId: number, condition: RawBuilder<unknown>) {
  return sql<number[]>`array(select id from ${sql.table(table)}
    where company_id = ${companyId} and (${condition}) order by id)`;
}
