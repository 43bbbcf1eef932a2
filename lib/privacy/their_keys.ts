import { type RawBuilder, sql } from "kysely";
import { asOneRow, hasKey, idRows, lookUp } from "@/lib/db/keys.ts";
import { noteSubjects } from "@/lib/records/subject.ts";
import { nouns } from "@/lib/records/nouns.ts";
import type { Persons, Scope } from "@/lib/privacy/persons.ts";

/** Ids of the rows that `theirs` names, each found by a key, in tables that hold many rows. */

type Ids = readonly number[];

/** Ids of rows with any of the values in any of the columns, each of which has an index. */
export function idsBy(
  table: string,
  companyId: number,
  values: Record<string, Ids>,
): RawBuilder<unknown> {
  const each = Object.entries(values).filter(([, ids]) => ids.length > 0).map(([column, ids]) =>
    sql`select x.id from ${idRows(ids, "int")} k cross join ${
      lookUp(sql`select id from ${sql.table(table)}
        where company_id = ${companyId} and ${sql.ref(column)} = k.id`)
    } x`
  );
  return each.length > 0 ? sql.join(each, sql` union `) : sql`select null::int as id where false`;
}

type Company = number | RawBuilder<number>;

/** Ids of the contacts' messages. */
export function messageIds(companyId: Company, contacts: Ids): RawBuilder<unknown> {
  return sql`select m.id from ${idRows(contacts, "int")} k cross join ${
    lookUp(sql`select id from contact_messages
      where company_id = ${companyId} and contact_id = k.id`)
  } m`;
}

/** Ids of rows that refer to the contacts' messages. */
export function ofMessages(
  table: "outbox" | "channel_events",
  companyId: Company,
  contacts: Ids,
): RawBuilder<unknown> {
  return sql`select x.id from (${messageIds(companyId, contacts)}) m cross join ${
    lookUp(sql`select id from ${sql.table(table)}
      where company_id = ${companyId} and message_id = m.id`)
  } x`;
}

function subjectsOf(scope: Scope): Record<string, Ids> {
  return Object.fromEntries(noteSubjects.map((noun) => {
    const { table, key } = nouns[noun];
    return [key!, scope[table as keyof Persons]];
  }));
}

const own =
  (table: "contacts" | "clients" | "opportunities" | "quotes" | "tasks" | "events") =>
  (_: number, scope: Scope): RawBuilder<unknown> =>
    sql`select id from ${idRows(scope[table], "int")} own`;

export const theirKeys: Record<
  string,
  ((companyId: number, scope: Scope) => RawBuilder<unknown>) | undefined
> = {
  contacts: own("contacts"),
  clients: own("clients"),
  opportunities: own("opportunities"),
  quotes: own("quotes"),
  tasks: own("tasks"),
  events: own("events"),
  outbox: (companyId, { contacts }) => ofMessages("outbox", companyId, contacts),
  contact_messages: (companyId, { contacts }) =>
    idsBy("contact_messages", companyId, { contact_id: contacts }),
  channel_events: (companyId, { contacts, mails }) =>
    sql`${idsBy("channel_events", companyId, { contact_id: contacts })}
      union ${ofMessages("channel_events", companyId, contacts)}
      union select id from ${idRows(mails.map(({ id }) => id), "int")} brought`,
  notes: (companyId, scope) => idsBy("notes", companyId, subjectsOf(scope)),
  activities: (companyId, scope) =>
    idsBy("activities", companyId, { ...subjectsOf(scope), timeline_client_id: scope.clients }),
  identities: (companyId, { contacts, clients }) =>
    idsBy("identities", companyId, { contact_id: contacts, client_id: clients }),
};

/** Whose ids have a hash index, which takes an equality and no list. */
const hashed = ["outbox", "channel_events"];

/** The rows `t` with such ids, as the tables and the condition of a statement that changes them. */
export function rowsOf(table: string, keys: RawBuilder<unknown>) {
  const ids = sql`unnest(array(select id from (${keys}) their))`;
  const isOne = hashed.includes(table) ? sql`t.id = k.id` : hasKey(["t.id"], ["k.id"]);
  return { from: sql`${asOneRow(ids)} k (id)`, isOne };
}
