/** The words by which records are found are those of their texts: docs/decisions/0070. */
import { sql } from "kysely";
import type { Invariant } from "@/lib/invariants/invariant.ts";

interface Searched {
  table: string;
  kind: string;
  /** Expressions over the row `n` and its client `c`. */
  text: string;
}

const number = `n.number, substring(n.number from '[0-9]+-[0-9]+$'),
  ltrim(substring(n.number from '[0-9]+$'), '0')`;
const typed = (taxId: string) =>
  `regexp_replace(${taxId}, '([A-Za-z]+|[0-9]+)', '\\1 ', 'g'),
   regexp_replace(${taxId}, '^[A-Za-z]{2}([A-Za-z0-9])', '\\1')`;
const ofMerges = (key: string, further = "") =>
  `(select string_agg(case when i.kind in ('phone', 'whatsapp_id', 'phone_id')
      then concat_ws(' ', i.value, relevo_endings(i.value)) ${further} else i.value end, ' ')
    from identities i
    where i.company_id = n.company_id and i.${key} = n.id and i.source = 'merge')`;
const ofClient = "c.name, c.legal_name";

const searched: Searched[] = [
  {
    ...{ table: "contacts", kind: "C" },
    text: `n.name, n.username, n.email, n.organization, n.subject, n.channel_contact_id,
      relevo_endings(coalesce(n.phone_e164, n.phone)),
      relevo_endings(case when n.channel in ('whatsapp', 'phone') then n.channel_contact_id end),
      ${ofMerges("contact_id")}`,
  },
  {
    ...{ table: "clients", kind: "L" },
    text: `n.name, n.legal_name, n.email, n.city, n.tax_id, n.country || n.tax_id,
      ${typed("n.tax_id")}, relevo_endings(coalesce(n.phone_e164, n.phone)), ${
      ofMerges(
        "client_id",
        `when i.kind = 'tax_id' then concat_ws(' ', i.value, ${typed("i.value")})`,
      )
    }`,
  },
  { table: "opportunities", kind: "O", text: `n.title, ${ofClient}` },
  { table: "quotes", kind: "Q", text: `${number}, n.title, ${ofClient}` },
  { table: "sales", kind: "S", text: `${number}, ${ofClient}` },
  { table: "products", kind: "P", text: "n.name, n.sku, n.category, n.barcode" },
  { table: "tasks", kind: "T", text: "n.title" },
  { table: "events", kind: "E", text: "n.title, n.location, left(n.description, 300)" },
];

/** Of each kind the newest, and as many of all: others each day. */
const sampleSize = 200;

function faultsOf({ table, kind, text }: Searched, companyId: number) {
  const client = text.includes(ofClient)
    ? "left join clients c on c.company_id = n.company_id and c.id = n.client_id"
    : "";
  const state = `(case when n.deleted_at is not null then 'T' ${
    table === "contacts" ? "when n.is_spam then 'S' when n.held then 'H'" : ""
  } else 'L' end)`;
  return sql<{ id: string }>`
    with sample as (
      (select id from ${sql.table(table)} where company_id = ${companyId}
        order by id desc limit ${sampleSize})
      union (select id from ${sql.table(table)} where company_id = ${companyId}
        and id % 997 = extract(doy from now())::int limit ${sampleSize})
    )
    select n.id::text
    from sample join ${sql.table(table)} n on n.company_id = ${companyId} and n.id = sample.id
      ${sql.raw(client)}
    where (
        select array_agg(distinct ${sql.raw(`${state} || w collate "C"`)})
        from relevo_terms(concat_ws(' ', ${sql.raw(text)})) w
      ) is distinct from (
        select array_agg(distinct state::text || word collate "C")
        from search_words w
        where w.company_id = ${companyId} and w.kind = ${kind}::"char" and w.record_id = n.id
      )`;
}

export const searchInvariants: Invariant[] = searched.map((one) => ({
  name: "words-are-those-of-the-text",
  table: one.table,
  faults: ({ companyId }) => faultsOf(one, companyId),
}));
