/** The rows of a filled company, as SQL: see filled.ts. */

/** Row counts at scale 1. */
export const atScaleOne = {
  products: 3_000,
  clients: 3_000,
  contacts: 10_000,
  opportunities: 5_000,
  quotes: 5_000,
  quote_lines: 25_000,
  tasks: 20_000,
  events: 3_000,
  notes: 6_000,
  activities: 20_000,
  notifications: 3_000,
} satisfies Record<string, number>;

/** Whose rows are made, and how many of them. */
interface Terms {
  company: number;
  firstId: number;
  now: string;
  members: string;
  stages: string;
  size(noun: keyof typeof atScaleOne): number;
}

const firstNames = ["Ana", "Marta", "Mario", "Luis", "Eva", "Jorge", "Lucía", "Íñigo", "Nuria"]
  .concat("Pablo", "Sofía", "Hugo", "Irene", "Óscar", "Rosa", "Tomás", "Clara", "Diego", "Elena");
const lastNames = ["García", "Pérez", "Vega", "Soler", "Núñez", "Ibarra", "Molina", "Ortega"]
  .concat("Prieto", "Quiroga", "Rubio", "Sanz", "Torres", "Urrutia", "Valle", "Zamora", "Marín");
const works = ["Reforma", "Entrega", "Montaje", "Proyecto", "Mantenimiento", "Instalación"];
const things = ["mesa", "armario", "cocina", "tienda", "oficina", "terraza", "escalera", "puerta"];
const cities = ["Madrid", "Sevilla", "Bilbao", "Málaga", "Vigo", "Gijón", "Murcia", "León"];

/** A number from 0 up to, not including, `below` that hangs on the row's `n` and the salt alone. */
const pick = (salt: number, below: number, n = "n") =>
  `((hashint4((${n} + ${salt} * 7919)::int)::bigint + 2147483648) % ${below})::int`;
const oneOf = (salt: number, list: string) =>
  `(array[${list}])[1 + ${pick(salt, 1_000_000)} % array_length(array[${list}], 1)]`;
const word = (salt: number, list: string[]) =>
  oneOf(salt, list.map((one) => `'${one}'`).join(", "));

type Sql = ReturnType<typeof sqlOf>;

/** The statements that fill a company, in their order. */
export function statements(terms: Terms): string[] {
  const sql = sqlOf(terms);
  return [peopleRows, saleRows, workRows, notificationRows].flatMap((rows) => rows(terms, sql));
}

function sqlOf({ company, firstId, now, members, size }: Terms) {
  /** An instant of the three years, more of them late than early. */
  const before = (salt: number) =>
    `${now} - interval '1095 days' * power(${pick(salt, 1_000_000)} / 1e6, 1.3)`;
  const within = (days: number) => `${now} - interval '${days} days'`;
  const rows = (noun: keyof typeof atScaleOne) => `generate_series(1, ${size(noun)}) n`;
  const assignee = (salt: number) =>
    `case when ${pick(salt, 10)} = 0 then null
    else ${oneOf(salt + 1, members)} end`;
  const person = (salt: number) =>
    `${word(salt, firstNames)} || ' ' || ${word(salt + 1, lastNames)}`;
  const mail = (salt: number) =>
    `'p' || n || case ${pick(salt, 2)} when 0 then '@correo.example' else '@postal.example' end`;
  const client = (salt: number) => `${firstId} + ${pick(salt, size("clients"))}`;
  const channel = (salt: number) =>
    `case when ${pick(salt, 3)} > 0 then 'web' else ${
      word(salt + 1, ["whatsapp", "instagram", "facebook", "phone", "referral"])
    } end`;
  const trashed = (salt: number) =>
    `case when ${pick(salt, 50)} = 0 then ${within(90)} + interval '1 day' * ${
      pick(salt + 1, 89)
    } end`;
  /** Of version 7 by its form. */
  const uuid = (of: string) =>
    `overlay(overlay(md5('${of} ${company} ' || n) placing '7' from 13) placing '8' from 17)::uuid`;
  return { before, within, rows, assignee, person, mail, client, channel, trashed, uuid };
}

function peopleRows({ company, firstId, now }: Terms, sql: Sql): string[] {
  const { before, rows, assignee, person, mail, client, channel, trashed } = sql;
  return [
    `insert into products (id, company_id, created_at, sku, name, unit_price, tax_rate, category, active)
     overriding system value select ${firstId} - 1 + n, ${company}, ${before(1)}, 'SKU-' || n, ${
      word(2, things)
    } || ' ' || n,
       ${pick(3, 90_000)} / 100.0, 21, ${word(4, works)}, ${pick(5, 8)} > 0
     from ${rows("products")}`,

    `insert into clients (id, company_id, created_at, kind, name, tax_id, email, email_norm, city, country,
       source_channel, payment_method, assignee_id, deleted_at)
     overriding system value select ${firstId} - 1 + n, ${company}, ${before(10)}, case when ${
      pick(11, 4)
    } > 0 then 'company' else 'person' end,
       ${person(12)} || ' ref' || lpad(n::text, 6, '0'), 'B' || lpad(n::text, 8, '0'), ${
      mail(14)
    }, ${mail(14)},
       ${word(15, cities)}, 'ES', ${channel(16)}, 'transfer', ${assignee(18)}, ${trashed(20)}
     from ${rows("clients")}`,

    `insert into contacts (id, company_id, created_at, channel, status, converted_client_id, converted_at,
       name, email, email_norm, organization, subject, message, first_response_at, last_message_at,
       last_direction, next_action_at, is_spam, assignee_id, deleted_at)
     overriding system value select ${firstId} - 1 + n, ${company}, at, ${channel(31)}, status,
       case when converted then ${
      client(33)
    } end, case when converted then at + interval '2 days' end,
       ${person(34)}, ${mail(36)}, ${mail(36)}, ${word(37, things)} || ' ' || ${word(38, cities)},
       ${
      word(39, works)
    } || ' ref' || lpad(n::text, 6, '0'), repeat('Hola, me interesa su trabajo. ', 8),
       case when status <> 'new' then at + interval '5 hours' end,
       at + interval '1 hour' * ${pick(40, 240)},
       case when status = 'new' or ${pick(41, 10)} = 0 then 'in' else 'out' end,
       case when ${pick(42, 5)} = 0 then ${now} + interval '1 day' * (${pick(43, 60)} - 30) end,
       not converted and ${pick(44, 20)} = 0, ${assignee(45)}, ${trashed(47)}
     from (
       select *, case when converted then 'read' when age < 12 then 'new' when age < 55 then 'read'
         else 'archived' end as status
       from (select n, ${before(30)} as at, ${pick(49, 5)} = 0 as converted, ${pick(48, 100)} as age
         from ${rows("contacts")}) one) each`,

    `insert into channel_accounts (company_id, kind, channel, name, settings)
    values (${company}, 'program', 'whatsapp', 'Bot', '{"callback_url": "https://bot.example/"}')`,
    `insert into meta_apps (company_id, name, app_id, hook, verify_token)
     values (${company}, 'Meta', '15177764818601', lpad('${company}', 43, '0'), 'verify-token')`,
    `insert into contact_messages (company_id, created_at, contact_id, direction, channel, body, sent_at)
     select ${company}, last_message_at, id, d, channel, repeat('Gracias por su mensaje. ', 10),
       last_message_at
     from contacts cross join (values ('in'), ('out')) way (d)
     where company_id = ${company}`,
  ];
}

function saleRows({ company, firstId, now, stages, size }: Terms, sql: Sql): string[] {
  const { before, within, rows, assignee, client, trashed } = sql;
  return [
    `insert into opportunities (id, company_id, created_at, title, client_id, contact_id, stage_id, status,
       amount, probability, expected_close_date, lost_reason, won_at, lost_at, stage_changed_at,
       last_activity_at, next_action_at, position, assignee_id, deleted_at)
     overriding system value select ${firstId} - 1 + n, ${company}, at, ${
      word(61, works)
    } || ' ' || ${word(62, things)} || ' ref' || lpad(n::text, 6, '0'),
       ${client(63)}, case when ${pick(64, 3)} = 0
         then ${firstId} + ${pick(65, size("contacts"))} end,
       ${oneOf(66, stages)}, status, ${pick(67, 3_000_000)} / 100.0,
       case when ${pick(68, 3)} = 0 then ${pick(69, 101)} end, (at + interval '60 days')::date,
       case when status = 'lost' then 'Precio' end, case when status = 'won' then closed end,
       case when status = 'lost' then closed end, least(at + interval '9 days', ${now}),
       least(at + interval '12 days', ${now}),
       case when ${pick(70, 2)} = 0 then ${now} + interval '1 day' * (${pick(71, 60)} - 30) end,
       n * 1024, ${assignee(72)}, ${trashed(74)}
     from (
       select *, least(at + interval '1 day' * ${pick(76, 60)}, ${now}) as closed,
         case when at > ${within(120)} or part < 20 then 'open' when part < 65 then 'won'
           else 'lost' end as status
       from (select n, ${before(60)} as at, ${pick(77, 100)} as part
         from ${rows("opportunities")}) one) each`,

    `insert into opportunity_stage_log (company_id, created_at, opportunity_id, to_stage_id, entered_at)
     select company_id, created_at, id, stage_id, created_at from opportunities
     where company_id = ${company}`,

    `insert into quotes (company_id, created_at, number, revision, opportunity_id, client_id, status,
       title, language, currency, issue_date, valid_until, net_total, tax_total, gross_total, sent_at,
       approved_at, approved_via, rejected_at, sold_at, deleted_at)
     select ${company}, at, 'F-' || lpad(n::text, 7, '0'), 1, id, client_id, status, title, 'es', 'EUR',
       at::date, at::date + 30, amount, round(amount * 0.21, 2), amount + round(amount * 0.21, 2),
       case when status <> 'draft' then at end,
       case when status in ('approved', 'sold') then at end,
       case when status in ('approved', 'sold') then 'employee' end,
       case when status = 'rejected' then at end, case when status = 'sold' then at end,
       case when status = 'draft' then deleted_at end
     from (
       select *, case
         when won_at is not null then case when part < 90 then 'sold' else 'approved' end
         when lost_at is not null then case when part < 80 then 'rejected' else 'sent' end
         when part < 40 then 'draft' when part < 80 then 'sent' when part < 90 then 'approved'
         else 'rejected' end as status
       from (select o.id - ${firstId} + 1 as n, id, client_id, title, amount, won_at,
           lost_at, deleted_at,
           least(coalesce(won_at, lost_at, created_at + interval '5 days'), ${now}) as at,
           ${pick(80, 100, "o.id")} as part
         from opportunities o where company_id = ${company}) one) each`,

    `insert into quote_lines (company_id, quote_id, product_id, position, name, quantity, unit_price,
       tax_rate, line_net)
     select ${company}, q.id, p.id, line, p.name, 1, p.unit_price, 21, round(p.unit_price, 2)
     from quotes q cross join generate_series(1, 5) line
     join products p on p.company_id = ${company}
       and p.id = ${firstId} + ${pick(85, size("products"), "(q.id * 5 + line)")}
     where q.company_id = ${company}`,

    `insert into sales (company_id, created_at, number, quote_id, opportunity_id, client_id, status,
       currency, net_total, tax_total, gross_total, sold_at, promised_date, cancelled_at)
     select ${company}, sold_at, 'V' || number, id, opportunity_id, client_id,
       case when ${pick(90, 33, "id")} = 0 then 'cancelled' else 'active' end, currency, net_total,
       tax_total, gross_total, sold_at, sold_at::date + 20,
       case when ${pick(90, 33, "id")} = 0 then sold_at end
     from quotes where company_id = ${company} and status = 'sold'`,
  ];
}

function workRows({ company, firstId, now, members, size }: Terms, sql: Sql): string[] {
  const { before, within, rows, assignee, client, trashed } = sql;
  return [
    `insert into tasks (company_id, created_at, title, status, kind, due_at, done_at, client_id,
       opportunity_id, sale_id, quote_line_id, position, assignee_id)
     select ${company}, sold_at, 'Entrega de ' || name, case when open then 'pending' else 'done' end,
       'delivery', sold_at + interval '20 days', case when not open then done end,
       client_id, opportunity_id, sale_id, line_id, n * 1024, ${assignee(100)}
     from (select row_number() over (order by l.id) as n, l.id as line_id, l.name, s.id as sale_id,
         s.sold_at, s.client_id, s.opportunity_id, least(s.sold_at + interval '15 days', ${now}) as done,
         s.sold_at > ${within(25)} as open
       from sales s join quote_lines l on l.company_id = s.company_id and l.quote_id = s.quote_id
       where s.company_id = ${company} limit ${Math.round(size("tasks") / 2)}) one`,

    `insert into tasks (company_id, created_at, title, status, priority, kind, due_at, done_at, client_id,
       position, assignee_id, deleted_at)
     select ${company}, at, ${word(111, works)} || ' ' || ${
      word(112, things)
    } || ' ref' || lpad(n::text, 6, '0'), status,
       ${word(113, ["low", "normal", "normal", "normal", "high", "urgent"])},
       ${word(114, ["general", "follow_up"])},
       case when ${pick(115, 10)} > 0 then at + interval '1 day' * ${pick(116, 40)} end,
       case when status = 'done' then least(at + interval '1 day' * ${pick(117, 30)}, ${now}) end,
       case when ${pick(118, 2)} = 0 then ${client(119)} end, n * 1024, ${assignee(120)}, ${
      trashed(122)
    }
     from (select n, ${before(110)} as at, case when ${pick(124, 100)} < 70 then 'done'
         when ${pick(124, 100)} < 78 then 'in_progress' else 'pending' end as status
       from generate_series(1, ${size("tasks")}
         - (select count(*)::int from tasks where company_id = ${company})) n) one`,

    `insert into events (company_id, created_at, title, type, starts_at, ends_at, client_id, contact_id,
       assignee_id, deleted_at)
     select ${company}, at, ${word(131, works)} || ' ' || n,
       ${word(132, ["meeting", "delivery", "reminder", "other"])}, at + interval '30 days',
       at + interval '30 days' + interval '1 hour' * (1 + ${pick(133, 3)}),
       case when ${pick(134, 2)} = 0 then ${client(135)} end,
       case when ${pick(134, 4)} = 0 then ${firstId} + ${pick(140, size("contacts"))} end,
       ${assignee(136)}, ${trashed(138)}
     from (select n, ${before(130)} as at from ${rows("events")}) one`,

    `insert into notes (company_id, created_at, body, pinned, author_id, contact_id, client_id)
     select ${company}, ${before(140)}, repeat('Llamar otra vez. ', 6), ${pick(141, 20)} = 0,
       ${oneOf(142, members)},
       case when n % 2 = 0 then ${firstId} + ${pick(143, size("contacts"))} end,
       case when n % 2 = 1 then ${client(144)} end
     from ${rows("notes")}`,

    `insert into activities (company_id, at, verb, changes, actor_id, timeline_client_id, contact_id,
       client_id)
     select ${company}, ${before(150)}, 'changed', '{"status": ["new", "read"]}', ${
      oneOf(151, members)
    },
       case when n % 2 = 1 then ${client(153)} end,
       case when n % 2 = 0 then ${firstId} + ${pick(154, size("contacts"))} end,
       case when n % 2 = 1 then ${client(153)} end
     from ${rows("activities")}`,
  ];
}

function notificationRows({ company, now }: Terms, sql: Sql): string[] {
  const { before, rows, uuid } = sql;
  return [
    `insert into api_keys (company_id, name, hint, digest)
     values (${company}, 'filled', 'rlv_', sha256('filled ${company}'))`,

    `insert into notifications (id, company_id, key_id, title, body, type, priority, actions,
       callback_url, created_at)
     select ${
      uuid("notification")
    }, ${company}, key.id, 'Pedido ' || n, repeat('Ya puede venir. ', 5),
       'info', 'normal', '[{"id": "yes", "label": "Sí"}]', 'https://shop.example/answers',
       ${before(160)}
     from ${rows("notifications")}, (select min(id) as id from api_keys
       where company_id = ${company} and name = 'filled') key`,

    `insert into notification_recipients (company_id, notification_id, user_id, status, answered_at)
     select ${company}, ${uuid("notification")}, 'user-' || n % 300, 'delivered', ${now}
     from ${rows("notifications")}`,

    `insert into responses (id, company_id, notification_id, key_id, user_id, action, responded_at)
     select ${uuid("response")}, ${company}, ${uuid("notification")}, key.id, 'user-' || n % 300,
       '{"id": "yes", "label": "Sí"}', ${before(160)}
     from ${rows("notifications")}, (select min(id) as id from api_keys
       where company_id = ${company} and name = 'filled') key`,

    `insert into callbacks (response_id, company_id, key_id, url, host, body, status, attempts,
       delivered_at, created_at)
     select r.id, ${company}, n.key_id, n.callback_url, 'shop.example', '{}',
       case when ${
      pick(170, 20, "r.seq")
    } = 0 then 'failed' else 'delivered' end, 1, r.responded_at,
       r.responded_at
     from responses r join notifications n on n.company_id = r.company_id and n.id = r.notification_id
     where r.company_id = ${company}`,
  ];
}
