import { type Kysely, sql } from "kysely";

/** Words as people type them: joined, by a document's client, and of spam and the trash too. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...table, ...terms, ...triggers]) await sql.raw(statement).execute(db);
  await indexWhatIsThere(db);
}

const table = [
  `truncate search_words`,
  `alter table search_words drop constraint search_words_pkey`,
  `alter table search_words drop constraint search_words_kind_check`,
  `alter table search_words
    add column state text not null check (state in ('live', 'spam', 'trash')),
    add primary key (company_id, kind, state, word, record_id),
    add check (kind in ('contact', 'client', 'opportunity', 'quote', 'sale', 'product', 'task'))`,
];

/** What splits words, as in 0006; and the blanks among it. */
const separators = "\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4" +
  "\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff" +
  "\u3000-\u3004\u3007-\u3030\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40" +
  "\uff5b-\uff65\ufff0-\uffff\u{1f000}-\u{1faff}";
const blanks = "\u0001-\u0020\u00a0\u2000-\u200a\u3000";

/**
 * `relevo_terms`: the words of a text, and in one piece what only signs part (`S.L.` is also `sl`).
 * `relevo_endings`: the ends of a phone number, from four digits on.
 */
const terms = [
  `create function relevo_terms(given text) returns setof text language sql immutable as
    $$ select relevo_words(given)
       union
       select left(regexp_replace(part, '[${separators}]+', '', 'g'), 60)
       from regexp_split_to_table(relevo_fold(
         regexp_replace(given, '(?<![A-Za-z])([A-Za-z])\\. +(?=[A-Za-z]\\.)', '\\1.', 'g')
       ), '[${blanks}]+') part
       where part ~ '[^${separators}][${separators}]+[^${separators}]' $$`,
  `create function relevo_endings(phone text) returns text language sql immutable as
    $$ select string_agg(substr(digits, start), ' ')
       from (select ltrim(regexp_replace(phone, '[^0-9]', '', 'g'), '0') as digits) bare,
         generate_series(1, length(digits) - 3) start $$`,
];

/** A document number's digits alone: `20260142` and `142` of `P-2026-0142`. */
const number = [
  "n.number",
  "substring(n.number from '[0-9]+-[0-9]+$')",
  "ltrim(substring(n.number from '[0-9]+$'), '0')",
];

interface Searched {
  table: string;
  kind: string;
  /** Whose change changes the words. */
  columns: string[];
  /** Expressions over the row `n` and its client `c`. */
  text: string[];
  ofClient?: boolean;
  spam?: boolean;
}

const searched: Searched[] = [
  {
    table: "contacts",
    kind: "contact",
    columns: ["name", "email", "phone", "phone_e164", "organization", "subject"]
      .concat("channel", "channel_contact_id"),
    text: [
      ...["n.name", "n.email", "n.organization", "n.subject", "n.channel_contact_id"],
      "relevo_endings(coalesce(n.phone_e164, n.phone))",
      "relevo_endings(case when n.channel in ('whatsapp', 'phone') then n.channel_contact_id end)",
    ],
    spam: true,
  },
  {
    table: "clients",
    kind: "client",
    columns: ["name", "legal_name", "tax_id", "country", "email", "phone", "phone_e164", "city"],
    text: [
      ...["n.name", "n.legal_name", "n.email", "n.city", "n.tax_id", "n.country || n.tax_id"],
      // Its letters and digits apart; and without its country.
      "regexp_replace(n.tax_id, '([A-Za-z]+|[0-9]+)', '\\1 ', 'g')",
      "regexp_replace(n.tax_id, '^[A-Za-z]{2}([A-Za-z0-9])', '\\1')",
      "relevo_endings(coalesce(n.phone_e164, n.phone))",
    ],
  },
  { table: "opportunities", kind: "opportunity", columns: ["title"], text: ["n.title"] },
  { table: "quotes", kind: "quote", columns: ["number", "title"], text: [...number, "n.title"] },
  { table: "sales", kind: "sale", columns: ["number"], text: number },
  {
    table: "products",
    kind: "product",
    columns: ["name", "sku", "category"],
    text: ["n.name", "n.sku", "n.category"],
  },
  { table: "tasks", kind: "task", columns: ["title"], text: ["n.title"] },
].map((one) =>
  ["opportunity", "quote", "sale"].includes(one.kind)
    ? {
      ...one,
      columns: [...one.columns, "client_id"],
      text: [...one.text, "c.name", "c.legal_name"],
      ofClient: true,
    }
    : one
);

/** Adds the words of what `source` calls `n`. */
function index(source: string, { kind, text, ofClient, spam }: Searched): string {
  const state = `case when n.deleted_at is not null then 'trash'
    ${spam ? "when n.is_spam then 'spam'" : ""} else 'live' end`;
  const client = ofClient
    ? "left join clients c on c.company_id = n.company_id and c.id = n.client_id"
    : "";
  return `insert into search_words (company_id, kind, state, word, record_id)
    select n.company_id, '${kind}', ${state}, w, n.id
    from ${source} ${client} cross join lateral relevo_terms(concat_ws(' ', ${text.join(", ")})) w`;
}

const documents = searched.filter(({ ofClient }) => ofClient);

/**
 * As in 0006, one trigger for each insert statement and one for each changed row. A client's new name
 * goes to its documents: they are locked, because who changes one of them indexes it too.
 */
const triggers = [
  ...searched.flatMap((one) => {
    const { table, kind, columns, spam } = one;
    const watched = [...columns, "deleted_at", ...(spam ? ["is_spam"] : [])];
    const differs = watched.map((name) => `old.${name} is distinct from new.${name}`);
    return [
      `drop trigger if exists search_words_made on ${table}`,
      `drop trigger if exists search_words on ${table}`,
      `create or replace function relevo_index_${kind}s() returns trigger language plpgsql as $$
        begin
          ${index("made n", one)};
          return null;
        end $$`,
      `create or replace function relevo_reindex_${kind}() returns trigger language plpgsql as $$
        begin
          delete from search_words
          where company_id = old.company_id and kind = '${kind}' and record_id = old.id;
          if tg_op = 'UPDATE' then
            ${index("(select new.*) n", one)};
          end if;
          return null;
        end $$`,
      `create trigger search_words_made after insert on ${table}
        referencing new table as made for each statement execute function relevo_index_${kind}s()`,
      `create trigger search_words_changed after update of ${watched.join(", ")} on ${table}
        for each row when (${differs.join(" or ")}) execute function relevo_reindex_${kind}()`,
      `create trigger search_words_gone after delete on ${table}
        for each row execute function relevo_reindex_${kind}()`,
    ];
  }),
  `create function relevo_reindex_documents() returns trigger language plpgsql as $$
    begin
      ${
    documents.map((one) => `
      perform from ${one.table} where company_id = new.company_id and client_id = new.id
        order by id for no key update;
      delete from search_words
      where company_id = new.company_id and kind = '${one.kind}' and record_id = any (array(
        select id from ${one.table} where company_id = new.company_id and client_id = new.id));
      ${index(`${one.table} n`, one)}
      where n.company_id = new.company_id and n.client_id = new.id;`).join("")
  }
      return null;
    end $$`,
  `create trigger search_words_of_documents after update of name, legal_name on clients
    for each row when (old.name <> new.name or old.legal_name is distinct from new.legal_name)
    execute function relevo_reindex_documents()`,
];

/** Forced row-level security holds for the owner too: each company's rows are read as its tenant. */
// deno-lint-ignore no-explicit-any
async function indexWhatIsThere(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    for (const one of searched) await sql.raw(index(`${one.table} n`, one)).execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
