/** Rows that mail, sales, privacy and work by the clock find beside those of `rows.ts`. */
import { idOf, userCount, uuid } from "./rows.ts";

/** Members who are nobody: they may not come in, and are told nothing. */
export const membersOfRows: readonly string[] = [
  `insert into users (email, name) values ('filas@relevo.example', 'Filas')`,
  `insert into user_companies (company_id, user_id, role, disabled_at)
   select c.id, u.id, 'ventas', now() from companies c join users u on u.email = ${member()}
   where c.id in (1, 2)`,
];

function member(): string {
  return `'filas@relevo.example'`;
}

/** Ids of what came in lie behind those of what went out. */
export const incoming = 5_000_000;

/** @param range.records the highest number in the CRM */
export function moreRows(
  company: number,
  { from, to, records: most }: { from: number; to: number; records: number },
): string[] {
  const first = idOf(company, 0);
  const last = Math.min(to, most);
  if (from > last) return [];
  const records = `generate_series(${from}, ${last}) n`;
  const user = `(select id from users where email = ${member()})`;
  const digest = (kind: string) => `sha256(('${kind} ${company} ' || n)::bytea)`;
  const address = `'c' || n || '@correo.example'`;
  const of = (kind: string) => uuid(kind, company);
  return [
    `insert into contact_messages (id, company_id, contact_id, direction, channel, body, via_id,
       external_id, sent_at)
     overriding system value select ${first} + ${incoming} + n, ${company}, ${first} + n, 'in',
       'whatsapp', 'Hola', ${first}, 'in-' || n, now() - n * interval '1 minute' from ${records}`,
    `insert into mail_ids (company_id, message_id, value, is_own)
     select ${company}, ${first} + ${incoming} + n, n || '@correo.example', true from ${records}`,
    `insert into channel_events (id, company_id, account_id, external_id, body, size, state,
       contact_id, message_id, tried_at)
     overriding system value select ${first} + ${incoming} + n, ${company}, ${first}, 'in-' || n, 'x',
       1, 'read', ${first} + n, ${first} + ${incoming} + n, now() from ${records}`,
    `insert into files (id, company_id, name, size, state, message_id)
     select ${of("f")}, ${company}, 'foto.jpg', 1, 'kept', ${first} + ${incoming} + n
     from ${records}`,
    `insert into file_chunks (company_id, file_id, number, bytes)
     select ${company}, ${of("f")}, 0, 'x' from ${records}`,
    `insert into outbox_attempts (company_id, outbox_id, number, started_at, duration_ms, outcome)
     select ${company}, ${of("o")}, 1, now(), 3, 'sent' from ${records}`,
    `insert into callback_attempts (company_id, response_id, number, started_at, duration_ms, outcome)
     select ${company}, ${of("r")}, 1, now(), 3, 'delivered' from ${records}`,
    `insert into refused_addresses (company_id, address, account_id, message_id)
     select ${company}, ${address}, ${first}, ${first} + ${incoming} + n from ${records}`,
    `insert into mail_senders (company_id, address) select ${company}, ${address} from ${records}`,
    `insert into account_people (company_id, account_id, person_id, heard_at)
     select ${company}, ${first}, 'person-' || n, now() from ${records}`,
    `insert into erased_mail (company_id, digest, erased_at)
     select ${company}, ${digest("mail")}, now() from ${records}`,
    `insert into form_posts (company_id, network, message)
     select ${company}, 'network ' || n, 'message ' || n from ${records}`,
    `insert into fallback_strangers (company_id, day, digest)
     select ${company}, current_date, ${digest("stranger")} from ${records}
     where n <= 100`,
    `insert into attention (company_id, user_id, is_member)
     select ${company}, 'user-' || n, false from ${records} where n <= ${userCount}`,
    `insert into answer_links (id, company_id, notification_id, user_id, digest)
     select ${of("l")}, ${company}, ${of("n")}, 'user-' || n % ${userCount},
       ${digest("link")} from ${records}`,
    `insert into pairings (id, company_id, user_id, digest, expires_at)
     select ${of("pair")}, ${company}, 'user-' || n, ${digest("pair")}, now() - interval '1 minute'
     from ${records} where n <= 200`,
    `insert into entry_links (company_id, email, digest, purpose, expires_at)
     select ${company}, ${address}, ${digest("entry")}, 'recover', now() + interval '1 day'
     from ${records}`,
    `insert into phone_sends (company_id, user_id, key, digest, contact_id, message_id)
     select ${company}, ${user}, 'key ' || n, ${digest("send")}, ${first} + n,
       ${first} + ${incoming} + n from ${records}`,
    `insert into conversation_reminders (company_id, contact_id, user_id, due_at)
     select ${company}, ${first} + n, ${user}, now() + interval '1 year' from ${records}`,
    `insert into event_series (id, company_id, freq, every, week_start, first_day, start_time,
       time_zone, all_day, lasts_ms, made_through)
     overriding system value select ${first} + n, ${company}, 'daily', 7, 'mo', current_date,
       '10:00:00', 'Europe/Madrid', false, 3600000, current_date + 1000 from ${records}`,
    `insert into events (id, company_id, title, type, starts_at, ends_at, contact_id, series_id,
       original_day, assignee_id, reminder_minutes)
     overriding system value select ${first} + ${incoming} + n, ${company}, 'Reunión ' || n,
       'meeting', now() + interval '2 years', now() + interval '2 years', ${first} + n, ${first} + n,
       current_date, ${user}, '{10}' from ${records}`,
    `insert into imports (id, company_id, noun, made, changed, same, skipped, wrong)
     overriding system value select ${first} + n, ${company}, 'contact', 1, 0, 0, 0, 0
     from ${records}`,
    `insert into import_records (company_id, import_id, contact_id, version)
     select ${company}, ${first} + n, ${first} + n, 1 from ${records}`,
    `insert into bulk_changes (id, company_id, created_by, noun, records)
     overriding system value select ${first} + n, ${company}, ${user}, 'task',
       jsonb_build_array(jsonb_build_object('id', ${first} + n, 'version', 1, 'was', '{}'::jsonb))
     from ${records}`,
    `insert into privacy_requests (company_id, kind, noun, records, outcome)
     select ${company}, 'erase', 'contact', 1, 'done' from ${records}`,
    `insert into erasures (id, company_id, at, contacts, clients)
     select ${of("erasure")}, ${company}, now(), '{}', '{}' from ${records}`,
    `insert into quote_lines (id, company_id, quote_id, position, name, quantity, unit_price,
       tax_rate, line_net)
     overriding system value select ${first} + n, ${company}, ${first} + n, 1, 'Mesa', 1, 10, 21, 10
     from ${records}`,
    `insert into quote_revisions (company_id, quote_id, revision, snapshot, net_total, tax_total,
       gross_total, sent_at)
     select ${company}, ${first} + n, 1, '{}', 10, 2, 12, now() from ${records}
     where n > 1`,
    `insert into quote_shares (company_id, quote_id, digest)
     select ${company}, ${first} + n, ${digest("share")} from ${records}`,
    `insert into quote_approvals (company_id, quote_id, version, state, asked_of, asked_by, asked_at)
     select ${company}, ${first} + n, 1, 'asked', ${user}, ${user}, now() from ${records}`,
    `insert into sales (id, company_id, number, quote_id, opportunity_id, client_id, currency,
       net_total, tax_total, gross_total, sold_at)
     overriding system value select ${first} + n, ${company}, 'V' || n, ${first} + n, ${first} + n,
       ${first} + n, 'EUR', 10, 2, 12, now() from ${records} where n % 2 = 0`,
    `insert into blocked_records (company_id, sale_id, kept_until, data)
     select ${company}, ${first} + n, current_date + 1000, '{}' from ${records}
     where n % 2 = 0`,
  ];
}
