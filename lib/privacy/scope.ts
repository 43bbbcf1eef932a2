import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { addressForms } from "@/lib/records/shown_address.ts";
import { noteSubjects } from "@/lib/records/subject.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { findMails } from "@/lib/privacy/mails.ts";
import type { Persons, Records, Scope } from "@/lib/privacy/persons.ts";
import { idsBy, messageIds, ofMessages } from "@/lib/privacy/their_keys.ts";

export interface PersonKey {
  noun: "contact" | "client";
  id: number;
}

export function personsOf({ noun, id }: PersonKey): Persons {
  return { contacts: noun === "contact" ? [id] : [], clients: noun === "client" ? [id] : [] };
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
): Promise<Records> {
  const { rows: [people] } = await sql<Persons>`
    with recursive theirs as (
      ${idsBy("clients", companyId, { id: persons.clients })}
      union
      select c.id from theirs join clients c
        on c.company_id = ${companyId} and c.merged_into_id = theirs.id
    ), wrote as (
      (${idsBy("contacts", companyId, { id: persons.contacts })} union
      select id from contacts where company_id = ${companyId} and ${together}
        and converted_client_id in (select id from theirs))
      union
      select c.id from wrote join contacts c
        on c.company_id = ${companyId} and c.merged_into_id = wrote.id
    )
    select array(select id from theirs order by id) as clients,
      array(select id from wrote order by id) as contacts`.execute(db);
  const { clients } = people!;
  const list = (table: string, values: Record<string, number[]>) =>
    sql<number[]>`array(select id from (${idsBy(table, companyId, values)}) own order by id)`;
  const { rows: [business] } = await sql<Pick<Scope, "opportunities" | "quotes" | "sales">>`
    select ${list("opportunities", { client_id: clients })} as opportunities,
      ${list("quotes", { client_id: clients })} as quotes,
      ${list("sales", { client_id: clients })} as sales`.execute(db);
  const about = {
    client_id: clients,
    opportunity_id: business!.opportunities,
    contact_id: people!.contacts,
  };
  const { rows: [work] } = await sql<Pick<Scope, "tasks" | "events">>`
    select ${list("tasks", { ...about, sale_id: business!.sales })} as tasks,
      ${list("events", about)} as events`.execute(db);
  return { ...people!, ...business!, ...work! };
}

/** Finds the persons' addresses, and mails that programs wrote to them. Two statements. */
export async function withAddresses(db: Db, tenant: Tenant, records: Records): Promise<Scope> {
  const { rows } = await addressesOf(tenant.companyId, records).execute(db);
  const each = rows.flatMap(({ address }) => [address, ...addressForms(address)]);
  const addresses = [...new Set(each)];
  return { ...records, addresses, mails: await findMails(db, tenant, addresses) };
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
    sql<boolean>`t.outbox_id = any (array(${ofMessages("outbox", companyOf, scope.contacts)}))`,
  outbox: (scope) => withMessages(scope),
  mail_ids: (scope) => withMessages(scope),
  refused_addresses: (scope) =>
    sql<boolean>`(${withMessages(scope)} or t.address = any (${scope.addresses}::text[]))`,
  mail_senders: (scope) => sql<boolean>`t.address = any (${scope.addresses}::text[])`,
  channel_events: (scope) =>
    sql<boolean>`(${isAny("t.contact_id", scope.contacts)} or ${withMessages(scope)}
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
const companyOf = sql<number>`(select nullif(current_setting('app.company_id', true), '')::int)`;

function withMessages({ contacts }: Scope): RawBuilder<boolean> {
  return sql<boolean>`t.message_id = any (array(${messageIds(companyOf, contacts)}))`;
}

function filesOf(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`(${withMessages(scope)} or t.note_id in (select t.id from notes t
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
function addressesOf(companyId: number, people: Persons): RawBuilder<{ address: string }> {
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
  return sql<{ address: string }>`
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
