/** Many companies: one that is measured, the same in each data set, and others by Zipf's law. */
import pg from "pg";
import { foldAll } from "@/bench/scale/work.ts";
import type { Db } from "@/lib/db/connection.ts";
import { fillCompany, settle } from "@/tests/support/filled.ts";

/** The company that calls. */
export const measured = 1;

export interface Sizes {
  companies: number;
  notifications: number;
  messages: number;
  contacts: number;
}

/** Aim of one installation (docs/operating/growth.md). */
const whole: Sizes = {
  companies: 10_000,
  notifications: 10_000_000,
  messages: 2_000_000,
  contacts: 1_000_000,
};
const fewCompanies = 10;
/** Companies that owe something to a receiver. */
const owing = 1_000;

/** A share of all that one installation is to carry. */
export function sizesOf(share: number): Sizes {
  const sizes = Object.entries(whole).map(([name, n]) => [name, Math.ceil(n * share)]);
  return Object.fromEntries(sizes);
}

/** Ten companies with the same rows each, to compare with. */
export function fewOf({ companies, ...sizes }: Sizes): Sizes {
  const share = Math.min(1, fewCompanies / companies);
  const rows = Object.entries(sizes).map(([name, n]) => [name, Math.ceil(n * share)]);
  return { companies: fewCompanies, ...Object.fromEntries(rows) };
}

/**
 * Fills a migrated database. The same sizes give the same rows.
 * @param adminUrl of a superuser, whose rows pass triggers and keys by: what they keep is made here
 */
export async function fillCompanies(db: Db, adminUrl: string, sizes: Sizes): Promise<void> {
  await fillCompany(db, { companyId: measured, scale: 0.05, now: new Date() });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    // Transaction ids are given to a session that has entered a company.
    await client.query(`select set_config('app.company_id', '${measured}', false),
      set_config('app.entered', '${measured}', false)`);
    for (const statement of statements(sizes)) await client.query(statement);
  } finally {
    await client.end();
  }
  await foldAll(db);
  await settle(db);
}

/** A number in [0, 1) that hangs on the row's `n` and the salt alone. */
const unit = (salt: number) => `((hashint8extended(n, ${salt}) & 1048575)::float8 / 1048576)`;

/** Companies with a rank of their own: the second has half of the first, the third a third. */
const companyOf = ({ companies }: Sizes, salt: number) =>
  `(1 + greatest(1, floor(power(${companies - 1}::float8, ${unit(salt)}))))::int`;

const idAt = (at: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
    || '8' || substr(md5(n::text), 4, 15))::uuid`;

function statements(sizes: Sizes): string[] {
  const { companies, notifications, messages, contacts } = sizes;
  const others = `company_id <> ${measured}`;
  return [
    `insert into companies (id, name, slug) overriding system value
     select n, 'Empresa ' || n, 'empresa-' || n from generate_series(3, ${companies}) n`,
    `select setval(pg_get_serial_sequence('companies', 'id'), ${Math.max(2, companies)})`,
    `insert into api_keys (company_id, name, hint, digest)
     select id, 'bench', 'x', sha256(('bench' || id)::bytea) from companies where id <> ${measured}`,
    `create temporary table bench_rows as
     select n, c as company_id, k.id as key_id, at, ${idAt("at")} as id from (
       select n, ${companyOf(sizes, 1)} as c,
         now() - interval '365 days' * (1 - n::float8 / ${notifications}) as at
       from generate_series(1, ${notifications}) n offset 0
     ) r join (select company_id, min(id) as id from api_keys group by 1) k on k.company_id = c`,
    `insert into notifications (id, company_id, key_id, title, body, type, priority, actions,
       callback_url, created_at)
     select id, company_id, key_id, 'Pedido', repeat('Ya puede venir. ', 5), 'info', 'normal',
       '[{"id": "yes", "label": "Sí"}]', 'https://shop.example/answers', at
     from bench_rows`,
    `insert into notification_recipients (company_id, notification_id, user_id, status, answered_at)
     select company_id, id, 'user-' || n % 50, 'delivered', case when n % 2 = 0 then at end
     from bench_rows`,
    `insert into responses (id, company_id, notification_id, key_id, user_id, action, responded_at)
     select id, company_id, id, key_id, 'user-' || n % 50, '{"id": "yes", "label": "Sí"}', at
     from bench_rows where n % 2 = 0`,
    `insert into callbacks (response_id, company_id, key_id, url, host, body, status, attempts,
       delivered_at, created_at)
     select id, company_id, key_id, 'https://shop.example/answers', 'shop.example', '{}',
       'delivered', 1, at, at
     from bench_rows where n % 2 = 0`,
    `update callbacks set status = 'pending', attempts = 0, delivered_at = null,
       due_at = now() + interval '1 day'
     where response_id in (select distinct on (company_id) response_id from callbacks
       where ${others} and company_id <= ${owing + measured} order by company_id, created_at desc)`,
    `insert into notification_counts (company_id, n)
     select company_id, count(*) from bench_rows group by 1`,
    `insert into contacts (company_id, created_at, channel, name, email, email_norm, message,
       last_message_at, last_direction)
     select ${companyOf(sizes, 2)}, at, 'web', 'Ana García ' || n, 'ana' || n || '@x.example',
       'ana' || n || '@x.example', 'Hola, me interesa su trabajo.', at, 'in'
     from generate_series(1, ${contacts}) n
     cross join lateral (select now() - interval '365 days' * ${unit(3)} as at) t`,
    `insert into record_counts (company_id, kind, status, facet, n)
     select company_id, 'contact', status, channel, count(*) from contacts where ${others}
     group by 1, 3, 4`,
    `insert into search_words (company_id, record_id, kind, state, word)
     select c.company_id, c.id, 'C', w.state, word from contacts c
     cross join (select state from search_words where kind = 'C' and state <> '' limit 1) w
     cross join lateral unnest(array['ana', 'garcia', 'ana' || c.id || '@x.example']) word
     where ${others} on conflict do nothing`,
    `insert into contact_messages (company_id, created_at, contact_id, direction, channel, body,
       sent_at)
     select c.company_id, c.created_at, c.id, 'in', 'web', repeat('¿Me dice algo más? ', 8),
       c.created_at
     from contacts c cross join generate_series(1, ${Math.ceil(messages / contacts)}) n
     where ${others}`,
    "drop table bench_rows",
  ];
}
