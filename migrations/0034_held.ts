import { type Kysely, sql } from "kysely";

/**
 * Contacts that are held: put aside because too much came (docs/decisions/0030). What counts, finds
 * and lists the inbox leaves them out, as it does spam. Events and notes are counted too.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  const steps = [...columns, ...posts, ...indexes, ...words, ...counts, ...furtherCounts];
  for (const statement of steps) await sql.raw(statement).execute(db);
  await asEachCompany(db);
}

const columns = [
  "alter table contacts add column held boolean not null default false",
  "alter table contacts add constraint contacts_aside check (not (held and is_spam))",
];

/**
 * Where the public form's posts of a day came from and what they said, as digests: tells the first
 * of a network, and a text that is repeated.
 */
const posts = [
  `create table form_posts (
    company_id integer not null references companies,
    at timestamptz not null default now(),
    network text not null,
    message text not null
  )`,
  "create index form_posts_network on form_posts (company_id, network, at)",
  "create index form_posts_message on form_posts (company_id, message, at)",
  "create index form_posts_at on form_posts (at)",
  "alter table form_posts enable row level security",
  "alter table form_posts force row level security",
  "grant select, insert, update, delete on form_posts to relevo_tenant",
  `create policy tenant on form_posts to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  "grant select, delete on form_posts to relevo_worker",
  "create policy worker on form_posts to relevo_worker using (true)",
];

const wanted = "where deleted_at is null and not is_spam and not held";

/** As in 0007 and 0014, without what is held. */
const indexes = [
  `drop index contacts_inbox, contacts_newest, contacts_name, contacts_next_action, contacts_status,
    contacts_assignee, contacts_waiting, contacts_converted, contacts_by_status, contacts_tagged`,
  `create index contacts_inbox on contacts (company_id, last_message_at desc, id desc)
    include (status, assignee_id, channel, created_at) ${wanted}`,
  `create index contacts_newest on contacts (company_id, created_at desc, id desc) ${wanted}`,
  `create index contacts_name on contacts (company_id, name, id) ${wanted}`,
  `create index contacts_next_action on contacts (company_id, next_action_at, id) ${wanted}`,
  `create index contacts_status on contacts (company_id, status, last_message_at desc, id desc)
    ${wanted}`,
  `create index contacts_assignee on contacts
    (company_id, assignee_id, last_message_at desc, id desc) include (status) ${wanted}`,
  `create index contacts_waiting on contacts (company_id, last_message_at)
    ${wanted} and last_direction = 'in' and status <> 'archived'`,
  `create index contacts_converted on contacts (company_id)
    ${wanted} and converted_client_id is not null`,
  `create index contacts_by_status on contacts (company_id, status, id) ${wanted}`,
  `create index contacts_tagged on contacts (company_id) include (tags)
    ${wanted} and tags <> '{}'`,
  `create index contacts_held on contacts (company_id, last_message_at desc, id desc)
    where deleted_at is null and held`,
];

const state = `case when n.deleted_at is not null then 'trash' when n.is_spam then 'spam'
  when n.held then 'held' else 'live' end`;
const searched = `n.name, n.email, n.organization, n.subject, n.channel_contact_id,
  relevo_endings(coalesce(n.phone_e164, n.phone)),
  relevo_endings(case when n.channel in ('whatsapp', 'phone') then n.channel_contact_id end)`;
const watchedWords = ["name", "email", "phone", "phone_e164", "organization", "subject", "channel"]
  .concat("channel_contact_id", "deleted_at", "is_spam", "held");

/** As in 0011 and 0029, with a state of their own. */
const words = [
  "alter table search_words drop constraint search_words_state_check",
  `alter table search_words add constraint search_words_state_check
    check (state in ('live', 'spam', 'held', 'trash'))`,
  `create or replace function relevo_index_contacts() returns trigger language plpgsql as $$
    begin
      insert into search_words (company_id, kind, state, word, record_id)
      select n.company_id, 'contact', ${state}, w, n.id
      from made n cross join lateral relevo_terms(concat_ws(' ', ${searched})) w;
      return null;
    end $$`,
  `create or replace function relevo_rewrite_contact(of_company integer, of_id integer) returns void
    language plpgsql as $$
    begin
      delete from search_words
      where company_id = of_company and search_words.kind = 'contact' and record_id = of_id;
      insert into search_words (company_id, kind, state, word, record_id)
      select n.company_id, 'contact', ${state}, w, n.id
      from contacts n cross join lateral relevo_terms(concat_ws(' ', ${searched}, (
        select string_agg(case when i.kind in ('phone', 'whatsapp_id', 'phone_id')
          then concat_ws(' ', i.value, relevo_endings(i.value)) else i.value end, ' ')
        from identities i
        where i.company_id = n.company_id and i.contact_id = n.id and i.source = 'merge'))) w
      where n.company_id = of_company and n.id = of_id;
    end $$`,
  "drop trigger search_words_changed on contacts",
  `create trigger search_words_changed after update of ${watchedWords.join(", ")} on contacts
    for each row when (${differs(watchedWords)}) execute function relevo_reindex_contact()`,
];

interface Counted {
  kind: string;
  status: string;
  assignee: string;
  facet: string;
  /** Which rows of `r` are counted. */
  when: string;
}

const target = "record_counts (company_id, kind, status, assignee_id, facet, n)";

function cell(row: string, { kind, status, assignee, facet }: Counted): string {
  const column = (name: string) => name.replaceAll("r.", `${row}.`);
  return `${row}.company_id, '${kind}', ${column(status)}, ${column(assignee)}, ${column(facet)}`;
}

/** Functions that count what a statement inserted, and what became of a row. */
function countingFunctions(noun: string, kinds: Counted[]): string[] {
  const add = (row: string, n: number) =>
    kinds.map((one) =>
      `if ${one.when.replaceAll("r.", `${row}.`)} then
        insert into ${target} values (${cell(row, one)}, ${n});
      end if;`
    ).join("\n");
  return [
    `create or replace function relevo_count_${noun}s() returns trigger language plpgsql as $$
      begin
        ${kinds.map((one) => `${addUp("made", one)};`).join("\n")}
        return null;
      end $$`,
    `create or replace function relevo_recount_${noun}() returns trigger language plpgsql as $$
      begin
        ${add("old", -1)}
        if tg_op = 'UPDATE' then
          ${add("new", 1)}
        end if;
        return null;
      end $$`,
  ];
}

/** Adds up the rows of a table, or of a trigger's transition table. */
function addUp(source: string, one: Counted): string {
  return `insert into ${target} select ${cell("r", one)}, count(*)
    from ${source} r where ${one.when} group by 1, 3, 4, 5`;
}

const contact = { kind: "contact", status: "r.status", assignee: "r.assignee_id" };
const watchedCounts = ["status", "assignee_id", "channel", "is_spam", "held"];

/** As in 0007; what is held is counted by itself. */
const counts = [
  ...countingFunctions("contact", [
    {
      ...contact,
      facet: "r.channel",
      when: "(r.deleted_at is null and not r.is_spam and not r.held)",
    },
    {
      ...{ kind: "contact_held", status: "null::text", assignee: "null::integer" },
      ...{ facet: "null::text", when: "(r.deleted_at is null and r.held)" },
    },
  ]),
  "drop trigger counts_changed on contacts",
  `create trigger counts_changed
    after update of ${watchedCounts.join(", ")}, deleted_at on contacts
    for each row when (${differs(watchedCounts)}
      or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function relevo_recount_contact()`,
];

const plain = { status: "null::text", facet: "null::text", when: "(r.deleted_at is null)" };
const further: { table: string; watched: string[]; counted: Counted }[] = [
  {
    table: "events",
    watched: ["assignee_id"],
    counted: { ...plain, kind: "event", assignee: "r.assignee_id" },
  },
  {
    table: "notes",
    watched: [],
    counted: { ...plain, kind: "note", assignee: "null::integer" },
  },
];

const furtherCounts = further.flatMap(({ table, watched, counted }) => [
  ...countingFunctions(counted.kind, [counted]),
  `create trigger counts_made after insert on ${table} referencing new table as made
    for each statement execute function relevo_count_${counted.kind}s()`,
  `create trigger counts_changed after update of ${
    ["deleted_at", ...watched].join(", ")
  } on ${table}
    for each row when ((old.deleted_at is null) <> (new.deleted_at is null)
      ${watched.length > 0 ? `or ${differs(watched)}` : ""})
    execute function relevo_recount_${counted.kind}()`,
  `create trigger counts_gone after delete on ${table}
    for each row execute function relevo_recount_${counted.kind}()`,
]);

function differs(names: string[]): string {
  return names.map((name) => `old.${name} is distinct from new.${name}`).join(" or ");
}

/**
 * Forced row-level security holds for the owner too: each company's rows are counted as its tenant.
 * What was filed as spam for its quantity alone is held from now on.
 */
// deno-lint-ignore no-explicit-any
async function asEachCompany(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    for (const { table, counted } of further) await sql.raw(addUp(table, counted)).execute(db);
    await sql`update contacts c set held = true, is_spam = false, spam_score = 0
      where c.company_id = ${id} and c.is_spam and c.spam_score = 50 and c.merged_into_id is null
        and exists (select from contact_messages m
          where m.company_id = c.company_id and m.contact_id = c.id
            and m.meta ->> 'trap' = 'daily_limit')
        and not exists (select from contact_messages m
          where m.company_id = c.company_id and m.contact_id = c.id
            and m.meta ->> 'trap' in ('honeypot', 'too_fast'))`.execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
