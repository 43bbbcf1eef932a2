import { type Kysely, sql } from "kysely";

/**
 * Names in the order of the alphabet, words of every script, and amounts in the currency's decimals
 * (docs/decisions/0065).
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await createCollation(db);
  const statements = [alterColumns, ...columns, "drop function relevo_alter(text, text)"];
  for (const statement of [...statements, ...names, ...words, decimals]) {
    await sql.raw(statement).execute(db);
  }
  await asEachCompany(db);
}

/**
 * Spanish: ñ after n, the rest as the root order of Unicode. PGlite has the root alone and is told
 * the rule; Postgres 15 has the language and knows no rules.
 */
// deno-lint-ignore no-explicit-any
async function createCollation(db: Kysely<any>): Promise<void> {
  const create = "create collation relevo_names (provider = icu, locale = ";
  await sql.raw(`${create}'es')`).execute(db);
  const { rows } = await sql<{ is_spanish: boolean }>`
    select 'ñ' > 'nz' collate relevo_names as is_spanish`.execute(db);
  if (rows[0]!.is_spanish) return;
  await sql.raw("drop collation relevo_names").execute(db);
  await sql.raw(`${create}'und', rules = '&N<ñ<<<Ñ')`).execute(db);
}

/** A column that triggers watch cannot be altered: they are made again as they were. */
const alterColumns = `create function relevo_alter(altered text, actions text) returns void
  language plpgsql as $$
  declare
    watching record;
    definitions text[] := '{}';
  begin
    for watching in select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = altered::regclass and not tgisinternal
    loop
      definitions := definitions || watching.definition;
      execute format('drop trigger %I on %I', watching.tgname, altered);
    end loop;
    execute format('alter table %I %s', altered, actions);
    for at in 1 .. coalesce(array_length(definitions, 1), 0) loop execute definitions[at]; end loop;
  end $$`;

const name = (column: string) => `alter column ${column} type text collate relevo_names`;
const money = (column: string, precision = 16) =>
  `alter column ${column} type numeric(${precision},4)`;
const totals = ["net_total", "tax_total", "gross_total"].map((column) => money(column));

/**
 * A name's new order builds its indexes anew and no rows: 200,000 contacts take a second or two. An
 * amount's new decimals rewrite its table.
 */
const columns = Object.entries({
  contacts: [name("name")],
  clients: [name("name")],
  products: [name("name")],
  tasks: [name("title")],
  opportunities: [name("title"), money("amount")],
  quotes: [...totals, money("cost_total", 20), money("costed_net")],
  quote_lines: [money("line_net")],
  quote_revisions: totals,
  sales: totals,
}).map(([table, actions]) => `select relevo_alter('${table}', '${actions.join(", ")}')`);

const names = [
  "drop index channel_accounts_name",
  "create index channel_accounts_name on channel_accounts (company_id, name collate relevo_names, id)",
];

/** What splits words: as in 0006, and the dot between Japanese names. */
const separators = "\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4" +
  "\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff" +
  "\u3000-\u3004\u3007-\u3030\u30fb\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40" +
  "\uff5b-\uff65\ufff0-\uffff\u{1f000}-\u{1faff}";
const blanks = "\u0001-\u0020\u00a0\u2000-\u200a\u3000";

/** Scripts that are written without blanks: Thai to Khmer, kana, Han and Hangul. */
const unspaced = "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005\u3006\u3031-\u303f" +
  "\u3041-\u30fa\u30fc-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff" +
  "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\u{20000}-\u{3ffff}";

/** Letters that no decomposition takes apart. The sigma at a word's end is a sigma. */
const [letters, plain] = ["łøđðıħŧŋĸƀɨʉƶς", "loddihtnkbiuzσ"];
const pairs = { ß: "ss", æ: "ae", œ: "oe", þ: "th" };

const lowered = `lower(regexp_replace(normalize(coalesce(given, ''), nfkd) collate "C",
  '[\u0300-\u036f]', '', 'g') collate "und-x-icu")`;
const unpaired = Object.entries(pairs).reduce(
  (text, [pair, two]) => `replace(${text}, '${pair}', '${two}')`,
  `translate(${lowered}, '${letters}', '${plain}')`,
);

/**
 * lib/records/search_words.ts folds and splits alike. A run of a script without blanks is found from
 * each of its letters on, by up to ten of them.
 */
const words = [
  `create or replace function relevo_fold(given text) returns text
    language sql immutable parallel safe as
    $$ select case when octet_length(given) = length(given) then lower(given collate "C")
       else normalize(${unpaired}, nfc) collate "C" end $$`,
  `create or replace function relevo_words(given text) returns setof text
    language sql immutable as
    $$ select distinct part collate "C"
       from regexp_split_to_table(relevo_fold(given) collate "C", '[${separators}]+') w
       cross join lateral (
         select left(w, 60) as part where w !~ '[${unspaced}]'
         union all
         select case when run[1] ~ '^[${unspaced}]' then substr(run[1], start, 10)
           else left(run[1], 60) end
         from regexp_matches(w, '[${unspaced}]+|[^${unspaced}]+', 'g') run,
           generate_series(1, case when run[1] ~ '^[${unspaced}]' then length(run[1]) else 1 end) start
         where w ~ '[${unspaced}]'
       ) parts
       where part <> '' $$`,
  `create or replace function relevo_terms(given text) returns setof text
    language sql immutable as
    $$ select relevo_words(given collate "C")
       union
       select relevo_words(string_agg(regexp_replace(part, '[${separators}]+', '', 'g'), ' '))
       from regexp_split_to_table(relevo_fold(
         regexp_replace(given collate "C", '(?<![A-Za-z])([A-Za-z])\\. +(?=[A-Za-z]\\.)', '\\1.', 'g')
       ) collate "C", '[${blanks}]+') part
       where part ~ '[^${separators}][${separators}]+[^${separators}]' $$`,
];

/** Text with any other character than these may have other words now. */
const same = "\u0001-\u007f\u00a0\u00a1\u00a9\u00ab\u00ae\u00b7\u00bb\u00bf\u00c0-\u00c5" +
  "\u00c7-\u00cf\u00d1-\u00d6\u00d9-\u00dd\u00e0-\u00e5\u00e7-\u00ef\u00f1-\u00f6" +
  "\u00f9-\u00fd\u00ff\u2010-\u2027\u20ac";

interface Searched {
  table: string;
  kind: string;
  text: string;
  client?: true;
  /** Words of its own, as 0029 and 0034 write them. */
  rewrite?: true;
}

const number = `n.number, substring(n.number from '[0-9]+-[0-9]+$'),
  ltrim(substring(n.number from '[0-9]+$'), '0')`;
const ofClient = "c.name, c.legal_name";

const searched: Searched[] = [
  {
    ...{ table: "contacts", kind: "contact", rewrite: true },
    text: `n.name, n.email, n.organization, n.subject, n.channel_contact_id, (
      select string_agg(i.value, ' ') from identities i
      where i.company_id = n.company_id and i.contact_id = n.id and i.source = 'merge')`,
  },
  {
    ...{ table: "clients", kind: "client", rewrite: true },
    text: `n.name, n.legal_name, n.email, n.city, n.tax_id, n.country, (
      select string_agg(i.value, ' ') from identities i
      where i.company_id = n.company_id and i.client_id = n.id and i.source = 'merge')`,
  },
  { table: "opportunities", kind: "opportunity", text: `n.title, ${ofClient}`, client: true },
  { table: "quotes", kind: "quote", text: `${number}, n.title, ${ofClient}`, client: true },
  { table: "sales", kind: "sale", text: `${number}, ${ofClient}`, client: true },
  { table: "products", kind: "product", text: "n.name, n.sku, n.category, n.barcode" },
  { table: "tasks", kind: "task", text: "n.title" },
  { table: "events", kind: "event", text: "n.title, n.location, left(n.description, 300)" },
  {
    ...{ table: "channel_events", kind: "automatic" },
    text: `n.automatic ->> 'subject', n.automatic #>> '{from,name}',
      n.automatic #>> '{from,address}'`,
  },
];

/** One statement of a kind and company reads all of its rows and writes the words of few. */
function reindex({ table, kind, text, client, rewrite }: Searched): string {
  const joined = client
    ? "left join clients c on c.company_id = n.company_id and c.id = n.client_id"
    : "";
  const differs = `concat_ws(' ', ${text}) collate "C" ~ '[^${same}]'`;
  if (rewrite) {
    return `select count(relevo_rewrite_${kind}(n.company_id, n.id)::text) from ${table} n
      where ${differs}`;
  }
  const state = kind === "automatic"
    ? "'live'"
    : "case when n.deleted_at is not null then 'trash' else 'live' end";
  return `with changed as materialized (
      select n.company_id, n.id, ${state} as state, concat_ws(' ', ${text}) collate "C" as text
      from ${table} n ${joined} where ${differs}
    ), gone as (
      delete from search_words s using changed
      where s.company_id = changed.company_id and s.kind = '${kind}' and s.record_id = changed.id
        and s.word not in (select relevo_terms(changed.text))
    )
    insert into search_words (company_id, kind, state, word, record_id)
    select company_id, '${kind}', state, w, id from changed cross join lateral relevo_terms(text) w
    on conflict do nothing`;
}

/** What is compared is composed and trimmed, unless another product has that number already. */
const composed = [
  ...["contacts", "clients", "opportunities"].map((table) =>
    `update ${table} set tags = normalize(tags::text)::text[]
      where tags <> '{}' and tags::text is not normalized`
  ),
  `update products set name = normalize(name), category = normalize(category)
    where name is not normalized or category is not normalized`,
  `update products p set sku = n.sku
    from (
      select company_id, id, normalize(btrim(sku, ' \u00a0\u200b\ufeff')) as sku from products
    ) n
    where n.company_id = p.company_id and n.id = p.id and n.sku <> p.sku and n.sku <> ''
      and not exists (select from products o where o.company_id = p.company_id and o.id <> p.id
        and o.deleted_at is null and lower(o.sku) = lower(n.sku))`,
];

/** Decimals of ISO 4217; lib/input/amounts.ts says the same. */
const decimals = `create function relevo_decimals(currency text) returns integer
  language sql immutable parallel safe as
  $$ select case
    when currency in (${
  codes("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF")
}) then 0
    when currency in (${codes("BHD IQD JOD KWD LYD OMR TND")}) then 3
    when currency in (${codes("CLF UYW")}) then 4
    else 2 end $$`;

function codes(list: string): string {
  return list.split(" ").map((code) => `'${code}'`).join(", ");
}

/** Drafts in a currency without cents are added up as the panel does it; what was sent stays as it was. */
const drafts = [
  `update quote_lines l
    set line_net = round(l.quantity * l.unit_price * (100 - l.discount_percent) / 100, relevo_decimals(q.currency))
    from quotes q where q.company_id = l.company_id and q.id = l.quote_id and q.status = 'draft'
      and relevo_decimals(q.currency) <> 2`,
  `update quotes q set net_total = t.net, tax_total = t.tax, gross_total = t.net + t.tax,
      tax_breakdown = t.shares, cost_total = t.cost, costed_net = t.costed
    from (
      select q.company_id, q.id, sum(r.base) as net, sum(r.tax) as tax, sum(r.cost) as cost,
        sum(r.costed) as costed,
        jsonb_agg(jsonb_build_object('rate', r.rate, 'base', r.base, 'tax', r.tax) order by r.rate)
          as shares
      from quotes q cross join lateral (
        select l.tax_rate as rate, sum(l.line_net) as base,
          round(sum(l.line_net) * l.tax_rate / 100, relevo_decimals(q.currency)) as tax,
          coalesce(sum(round(l.quantity * l.cost, relevo_decimals(q.currency))), 0) as cost,
          coalesce(sum(l.line_net) filter (where l.cost is not null), 0) as costed
        from quote_lines l where l.company_id = q.company_id and l.quote_id = q.id
        group by l.tax_rate
      ) r
      where q.status = 'draft' and relevo_decimals(q.currency) <> 2
      group by q.company_id, q.id
    ) t where t.company_id = q.company_id and t.id = q.id`,
];

/** As in 0011: forced row-level security holds for the owner too. */
// deno-lint-ignore no-explicit-any
async function asEachCompany(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    for (const statement of [...composed, ...searched.map(reindex), ...drafts]) {
      await sql.raw(statement).execute(db);
    }
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
