import { type RawBuilder, sql } from "kysely";
import { asOneRow, hasKey, idRows, keyRows, lookUp } from "@/lib/db/keys.ts";
import { noteSubjects } from "@/lib/records/subject.ts";
import { nouns } from "@/lib/records/nouns.ts";
import type { Persons, Records, Scope } from "@/lib/privacy/persons.ts";

/** Keys of the rows that `theirs` names, each looked up. */

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
  table: "outbox" | "channel_events" | "files" | "refused_addresses",
  companyId: Company,
  contacts: Ids,
): RawBuilder<unknown> {
  return sql`select x.id from (${messageIds(companyId, contacts)}) m cross join ${
    lookUp(sql`select id from ${sql.table(table)}
      where company_id = ${companyId} and message_id = m.id`)
  } x`;
}

/** Ids of the files of the contacts' messages, and of notes about any of the records. */
function fileIds(companyId: number, scope: Scope): RawBuilder<unknown> {
  return sql`${ofMessages("files", companyId, scope.contacts)}
    union select x.id from (${idsBy("notes", companyId, subjectsOf(scope))}) n cross join ${
    lookUp(sql`select id from files where company_id = ${companyId} and note_id = n.id`)
  } x`;
}

function subjectsOf(scope: Scope): Record<string, Ids> {
  return Object.fromEntries(noteSubjects.map((noun) => {
    const { table, key } = nouns[noun];
    return [key!, scope[table as keyof Persons]];
  }));
}

const own = (table: keyof Records) => (_: number, scope: Scope): RawBuilder<unknown> =>
  sql`select id from ${idRows(scope[table], "int")} own`;

/** Ids of rows of any of the addresses. */
function ofAddresses(
  table: "refused_addresses" | "mail_senders",
  companyId: number,
  addresses: readonly string[],
): RawBuilder<unknown> {
  const keys = addresses.map((address) => ({ address }));
  return sql`select x.id from ${keyRows(keys, { address: "text" })} k cross join ${
    lookUp(sql`select id from ${sql.table(table)}
      where company_id = ${companyId} and address = k.address`)
  } x`;
}

const ofPerson = (table: string) => (companyId: number, { contacts, clients }: Scope) =>
  idsBy(table, companyId, { contact_id: contacts, client_id: clients });

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
  sales: own("sales"),
  quote_lines: own("quotes"),
  quote_approvals: own("quotes"),
  quote_revisions: own("quotes"),
  quote_shares: own("quotes"),
  conversation_reminders: own("contacts"),
  phone_sends: own("contacts"),
  file_chunks: fileIds,
  file_fetches: fileIds,
  files: fileIds,
  outbox_attempts: (companyId, { contacts }) => ofMessages("outbox", companyId, contacts),
  outbox: (companyId, { contacts }) => ofMessages("outbox", companyId, contacts),
  mail_ids: (companyId, { contacts }) => messageIds(companyId, contacts),
  refused_addresses: (companyId, { contacts, addresses }) =>
    sql`${ofMessages("refused_addresses", companyId, contacts)}
      union ${ofAddresses("refused_addresses", companyId, addresses)}`,
  mail_senders: (companyId, { addresses }) => ofAddresses("mail_senders", companyId, addresses),
  contact_messages: (companyId, { contacts }) =>
    idsBy("contact_messages", companyId, { contact_id: contacts }),
  channel_events: (companyId, { contacts, mails }) =>
    sql`${idsBy("channel_events", companyId, { contact_id: contacts })}
      union ${ofMessages("channel_events", companyId, contacts)}
      union select id from ${idRows(mails.map(({ id }) => id), "int")} brought`,
  notes: (companyId, scope) => idsBy("notes", companyId, subjectsOf(scope)),
  activities: (companyId, scope) =>
    idsBy("activities", companyId, { ...subjectsOf(scope), timeline_client_id: scope.clients }),
  account_people: peopleOf,
  identities: ofPerson("identities"),
  merges: ofPerson("merges"),
};

/** Keys of people at accounts, by identities as `12:34600111222`. */
function peopleOf(companyId: number, scope: Scope): RawBuilder<unknown> {
  return sql`select ${companyId}::int as company_id, split_part(i.value, ':', 1)::int as account_id,
      substr(i.value, strpos(i.value, ':') + 1) as person_id
    from (${ofPerson("identities")(companyId, scope)}) k cross join ${
    lookUp(sql`select kind, value from identities where company_id = ${companyId} and id = k.id`)
  } i where i.kind = 'account_id'`;
}

/** Columns that have these ids, where it is not `id`. */
const columnsOfIds: Record<string, string> = {
  quote_lines: "quote_id",
  quote_approvals: "quote_id",
  quote_revisions: "quote_id",
  quote_shares: "quote_id",
  conversation_reminders: "contact_id",
  phone_sends: "contact_id",
  file_chunks: "file_id",
  file_fetches: "file_id",
  outbox_attempts: "outbox_id",
  mail_ids: "message_id",
};

/** Whose ids have a hash index, which takes an equality and no list. */
const hashed = ["outbox", "channel_events"];

/** The rows `t` with such ids, as the tables and the condition of a statement that changes them. */
export function rowsOf(table: string, keys: RawBuilder<unknown>) {
  if (table === "account_people") {
    const people = asOneRow(sql`rows from (
      jsonb_to_recordset((select coalesce(jsonb_agg(to_jsonb(p)), '[]') from (${keys}) p))
        as (company_id int, account_id int, person_id text))`);
    const key = ["company_id", "account_id", "person_id"];
    const isOne = hasKey(key.map((name) => `t.${name}`), key.map((name) => `k.${name}`));
    return { from: sql`${people} k`, isOne };
  }
  const ids = sql`unnest(array(select id from (${keys}) their))`;
  const column = `t.${columnsOfIds[table] ?? "id"}`;
  const isOne = hashed.includes(table) ? sql`t.id = k.id` : hasKey([column], ["k.id"]);
  return { from: sql`${asOneRow(ids)} k (id)`, isOne };
}
