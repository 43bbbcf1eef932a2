/** Rows of two companies for the test of old statistics, by their numbers, so that more may follow. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { moreRows } from "./more_rows.ts";

/** Key of one of the numbered rows. */
export function uuidOf(kind: string, n: number, companyId = 1): string {
  const hex = createHash("md5").update(`${kind} ${companyId} ${n}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-7$3-8$4-");
}

/** Ids of records that others refer to. */
export const idOf = (companyId: number, n: number) => companyId * 10_000_000 + n;

/** Users among whom notifications are spread. */
export const userCount = 1_000;
export const userOf = (n: number) => `user-${n % userCount}`;

/** Recipients of the notification that goes to many, and notifications of who got many. */
export const manyRecipients = 1_000;
export const longInbox = 1_385;

/**
 * Inserts each table's rows from one number to another; the first call also what they refer to.
 * @param range.records the highest number in the CRM, where words to search by are made of each
 */
export async function addRows(
  db: Db,
  companyId: number,
  { from, to, records }: { from: number; to: number; records: number },
): Promise<void> {
  await inCompany(db, companyId, async (trx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(trx);
    if (from === 1) { for (const text of firstRows(companyId)) await sql.raw(text).execute(trx); }
    const range = { from, to, records };
    for (const text of rows(companyId, range)) await sql.raw(text).execute(trx);
    for (const text of moreRows(companyId, range)) await sql.raw(text).execute(trx);
  });
}

/** Numbers of rows that are leased, as while they are being sent. */
export const leasedRows = { from: 1_001, to: 1_048 };
export const holder = "00000000-0000-7000-8000-000000000001";
export const tag = "contact:7";

/** One notification to many, one user with many, a tag of many, and what is being sent. */
export async function addCrowds(db: Db, companyId: number): Promise<void> {
  await inCompany(db, companyId, async (trx) => {
    await sql.raw(`insert into notification_recipients
        (company_id, notification_id, user_id, internal, tag)
      select ${companyId}, ${uuid("n", companyId, "2")}, 'crowd-' || n, true, '${tag}'
      from generate_series(1, ${manyRecipients}) n`).execute(trx);
    const { from, to } = leasedRows;
    for (const [table, [key, kind, also]] of Object.entries(leasable)) {
      await sql.raw(
        `update ${table} set lease = '${holder}', leased_until = now() + '1 hour' ${also}
        where ${key} in (select ${uuid(kind, companyId)} from generate_series(${from}, ${to}) n)`,
      )
        .execute(trx);
    }
    await sql.raw(`insert into notification_recipients (company_id, notification_id, user_id)
      select ${companyId}, ${uuid("n", companyId, "1")}, 'crowd-' || n
      from generate_series(1, ${manyRecipients}) n`).execute(trx);
    await sql.raw(`insert into notification_recipients (company_id, notification_id, user_id)
      select ${companyId}, ${uuid("n", companyId)}, 'maria'
      from generate_series(1, ${longInbox}) n`).execute(trx);
  });
}

export const uuid = (kind: string, companyId: number, n = "n") =>
  `overlay(overlay(md5('${kind} ${companyId} ' || ${n}) placing '7' from 13) placing '8' from 17)::uuid`;

function firstRows(company: number): string[] {
  return [
    `insert into api_keys (company_id, name, hint, digest)
     values (${company}, 'queues', 'rlv_', sha256('queues ${company}'))`,
    `insert into channel_accounts (id, company_id, kind, channel, name, settings, state)
     overriding system value values (${idOf(company, 0)}, ${company}, 'program', 'whatsapp', 'Bot',
       '{"callback_url": "https://bot.example/"}', 'working')`,
  ];
}

function rows(
  company: number,
  { from, to, records: most }: { from: number; to: number; records: number },
): string[] {
  const numbers = `generate_series(${from}, ${to}) n`;
  const records = `generate_series(${from}, ${Math.min(to, most)}) n`;
  const user = `'user-' || n % ${userCount}`;
  const [first, account] = [idOf(company, 0), idOf(company, 0)];
  const key = `(select id from api_keys where company_id = ${company} and name = 'queues')`;
  const stages =
    `(select array_agg(id order by "order") from pipeline_stages where company_id = ${company})`;
  return [
    `insert into notifications (id, company_id, key_id, title, body, type, priority, actions,
       callback_url, created_at)
     select ${uuid("n", company)}, ${company}, ${key}, 'Pedido ' || n, 'Ya puede venir.', 'info',
       'normal', '[{"id": "yes", "label": "Sí"}]', 'https://shop.example/', now() - n * interval '1 s'
     from ${numbers}`,
    `insert into notification_recipients (company_id, notification_id, user_id)
     select ${company}, ${uuid("n", company)}, ${user} from ${numbers}`,
    `insert into push_subscriptions (id, company_id, endpoint, host, p256dh, auth)
     select ${uuid("s", company)}, ${company}, 'https://push.test/${company}/' || n, 'push.test',
       decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex') from ${numbers}`,
    `insert into devices (id, company_id, user_id, name, digest, push_subscription_id)
     select ${
      uuid("d", company)
    }, ${company}, ${user}, 'Teléfono', sha256(('${company} ' || n)::bytea),
       ${uuid("s", company)} from ${numbers}`,
    `insert into push_jobs (id, company_id, notification_id, user_id, subscription_id, host, due_at,
       ends_at)
     select ${uuid("p", company)}, ${company}, ${uuid("n", company)}, ${user}, ${
      uuid("s", company)
    },
       'push.test', now(), now() + interval '1 day' from ${numbers}`,
    `insert into due_times (id, company_id, kind, notification_id, number, at, due_at)
     select ${uuid("t", company)}, ${company}, 'remind', ${uuid("n", company)}, 1, now(), now()
     from ${numbers}`,
    `insert into responses (id, company_id, notification_id, key_id, user_id, action, responded_at, txid)
     select ${uuid("r", company)}, ${company}, ${uuid("n", company)}, ${key}, ${user},
       '{"id": "yes", "label": "Sí"}', now(), n from ${numbers}`,
    `insert into callbacks (response_id, company_id, key_id, url, host, body, due_at)
     select ${
      uuid("r", company)
    }, ${company}, ${key}, 'https://shop.example/', 'shop.example', '{}',
       now() from ${numbers}`,
    `insert into clients (id, company_id, kind, name, email, email_norm)
     overriding system value select ${first} + n, ${company}, 'person', 'Nombre' || n || ' Apellido' || n % 1000,
       'c' || n || '@correo.example', 'c' || n || '@correo.example' from ${records}`,
    `insert into contacts (id, company_id, name, email, email_norm, last_direction)
     overriding system value select ${first} + n, ${company}, 'Nombre' || n || ' Apellido' || n % 1000,
       'c' || n || '@correo.example', 'c' || n || '@correo.example', 'in' from ${records}`,
    `insert into contact_messages (id, company_id, contact_id, direction, channel, body)
     overriding system value select ${first} + n, ${company}, ${first} + 1 + (n - 1) % ${most}, 'out', 'whatsapp', 'Hola'
     from ${numbers}`,
    `insert into outbox (id, company_id, account_id, message_id, host, payload, person, due_at)
     select ${uuid("o", company)}, ${company}, ${account}, ${first} + n, 'bot.example', '{}',
       'person-' || n, now() from ${numbers}`,
    `insert into channel_events (id, company_id, account_id, external_id, body, size)
     overriding system value select ${first} + n, ${company}, ${account}, 'event-' || n, 'x', 1
     from ${numbers}`,
    `insert into opportunities (id, company_id, title, client_id, stage_id, position, created_at)
     overriding system value select ${first} + n, ${company}, 'Obra ' || n, ${first} + n,
       (${stages})[1 + n % 3], n * 1024, now() - n * interval '1 minute' from ${records}`,
    `insert into opportunity_stage_log (company_id, opportunity_id, to_stage_id)
     select ${company}, ${first} + n, (${stages})[1 + n % 3] from ${records}`,
    `insert into quotes (id, company_id, number, opportunity_id, client_id, language, currency,
       issue_date, valid_until)
     overriding system value select ${first} + n, ${company}, 'F' || n, ${first} + n, ${first} + n,
       'es', 'EUR', current_date, current_date + 30 from ${records}`,
    `insert into tasks (company_id, title, client_id, position)
     select ${company}, 'Tarea ' || n, ${first} + n, n * 1024 from ${records}`,
    `insert into products (company_id, name, unit_price, tax_rate)
     select ${company}, 'Mesa ' || n, 10, 21 from ${records}`,
    `insert into events (company_id, title, type, starts_at, ends_at, client_id)
     select ${company}, 'Visita ' || n, 'meeting', now(), now() + interval '1 hour', ${first} + n
     from ${records}`,
    `insert into notes (company_id, body, client_id)
     select ${company}, 'Llamar', ${first} + n from ${records}`,
    `insert into activities (company_id, verb, client_id, timeline_client_id)
     select ${company}, 'changed', ${first} + n, ${first} + n from ${records}`,
  ];
}

/** Key, kind of key, and what else a lease sets. */
const leasable = {
  push_jobs: ["id", "p", ""],
  due_times: ["id", "t", ""],
  callbacks: ["response_id", "r", ""],
  outbox: ["id", "o", ", state = 'sending'"],
} as const;
