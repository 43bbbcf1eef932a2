/** A company with years of conversations by WhatsApp and Facebook, and some work that waits. */
import { appSecretPlace } from "@/lib/channels/accounts/app_secrets.ts";
import { accessTokenField } from "@/lib/channels/accounts/secrets.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

export const accounts = { whatsapp: 101, facebook: 102 };
export const app = 11;
/** Numbers of people, from 1 on; the same of their messages. */
export const personOf = (n: number) => `346${String(n).padStart(8, "0")}`;
export const keyOf = (n: number) => `wamid.out${n}`;
/** Numbers of events that wait to be read: a message of each person, then a status of each. */
export const waiting = { from: 1, count: 48 };
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Without triggers: what they keep is not what is looked at. */
export async function fill(admin: (text: string) => Promise<unknown>, rows: number): Promise<void> {
  await admin("set session_replication_role = replica");
  for (const statement of statements(rows)) await admin(statement);
  await admin("set session_replication_role = origin");
}

/** Somebody of the other company: nobody here is told anything. */
export const memberId = 900;

/** Problems of the app: an id that an account has meanwhile, a body that nobody could read. */
export const problems = { routed: 5_001, unreadable: 5_002 };
export const bodyKey = "ab".repeat(32);

/** Seals the token of the Facebook account. */
export const cipher = new SecretCipher([new Uint8Array(32)]);
const token = cipher.seal("token", {
  ...{ companyId: 1, accountId: accounts.facebook, field: accessTokenField },
});

const appSecret = cipher.seal(
  "12345678",
  appSecretPlace({ companyId: 1 }, {
    ...{ appId: app, field: "app_secret" },
  }),
);

const partOf = (id: string) =>
  JSON.stringify({ route: { object: "page", id, businessId: null }, part: {} });

function statements(rows: number): string[] {
  const { whatsapp, facebook } = accounts;
  const person = "'346' || lpad(n::text, 8, '0')";
  const uuid = "('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid";
  const numbers = `generate_series(1, ${rows}) n`;
  return [
    `insert into users (id, email, name) overriding system value
      values (${memberId}, 'meta@relevo.example', 'Meta')`,
    `insert into user_companies (company_id, user_id, role)
      values (2, ${memberId}, 'admin')`,
    `insert into meta_apps (id, company_id, name, app_id, hook, verify_token)
      overriding system value select ${app} + n, 1, 'App ' || n, n, rpad('h' || n, 43, 'x'), 'v'
      from generate_series(0, 2) n`,
    `insert into channel_accounts (id, company_id, kind, channel, name, state, settings)
      overriding system value values
      (${whatsapp}, 1, 'whatsapp', 'whatsapp', 'W', 'working', '{"phone_number_id": "1"}'),
      (${facebook}, 1, 'facebook', 'facebook', 'F', 'working', '{"page_id": "2"}')`,
    `insert into channel_accounts (id, company_id, kind, channel, name, state, check_due_at)
      overriding system value
      select 1000 + n, 2, 'whatsapp', 'whatsapp', 'W' || n, 'working', now() + interval '1 hour'
      from generate_series(1, 5000) n`,
    `insert into meta_routes (company_id, account_id, app_company_id, app_id, object, external_id)
      select 2, 1000 + n, 2, 12, 'whatsapp_business_account', 'other' || n
      from generate_series(1, 5000) n`,
    `insert into meta_routes (company_id, account_id, app_company_id, app_id, object, external_id)
      values (1, ${whatsapp}, 1, ${app}, 'whatsapp_business_account', '1'),
        (1, ${facebook}, 1, ${app}, 'page', '2')`,
    `insert into contacts (id, company_id, name, channel, channel_contact_id, status)
      overriding system value select n, 1, 'Persona ' || n, 'whatsapp', ${person}, 'read'
      from ${numbers}`,
    `insert into identities (company_id, contact_id, kind, value, source)
      select 1, n, k.kind, k.value, 'channel' from ${numbers}
      cross join lateral (values ('account_id', '${whatsapp}:' || ${person}),
        ('account_id', '${facebook}:' || ${person}), ('whatsapp_id', ${person})) k (kind, value)`,
    `insert into account_people (company_id, account_id, person_id, heard_at, joined_to, seen_key)
      select 1, a, ${person}, now() - interval '1 day', ${person}, 'k'
      from ${numbers} cross join unnest(array[${whatsapp}, ${facebook}]) a`,
    `insert into contact_messages
      (id, company_id, contact_id, direction, channel, body, external_id, via_id, sent_at)
      overriding system value
      select 2 * n - 1, 1, n, 'in', 'whatsapp', 'Hola', 'wamid.was' || n, ${whatsapp},
        now() - interval '2 days' from ${numbers}
      union all
      select 2 * n, 1, n, 'out', 'whatsapp', 'Hola', 'wamid.out' || n, ${whatsapp},
        now() - interval '1 day' from ${numbers}`,
    `insert into outbox (id, company_id, account_id, message_id, host, payload, state, state_at,
        person)
      select ${uuid}, 1, case when n % 2 = 0 then ${whatsapp} else ${facebook} end, 2 * n, 'meta:1',
        '{}', 'sent', now() - interval '1 day', ${person} from ${numbers}`,
    `insert into outbox_attempts (company_id, outbox_id, number, started_at, duration_ms, outcome)
      select 1, ${uuid}, 1, now() - interval '1 day', 10, 'sent' from ${numbers}`,
    `insert into channel_events
      (company_id, account_id, external_id, body, size, state, contact_id, message_id, is_quiet)
      select 1, ${whatsapp}, 'wamid.was' || n, 'x', 1, 'read', n, 2 * n - 1, n % 2 = 0
      from ${numbers}`,
    `insert into channel_events (id, company_id, account_id, external_id, body, size)
      overriding system value
      select 1000000 + n, 1, ${whatsapp}, 'wamid.new' || n, 'x', 1
      from generate_series(1, ${2 * waiting.count}) n`,
    `insert into channel_events
      (company_id, account_id, external_id, body, size, waits_for, due_at)
      select 1, ${whatsapp}, 'early' || n, 'x', 1, 'message:early' || n, now() + interval '1 hour'
      from generate_series(1, 300) n`,
    `insert into files (id, company_id, name, size, state, message_id)
      select ${uuid}, 1, 'f', 0, 'kept', 2 * n - 1 from ${numbers}`,
    `insert into file_fetches (company_id, file_id, account_id, source, due_at, forget_at, problem)
      select 1, ${uuid}, ${whatsapp}, '{}', case when n <= 20 then now() end,
        case when n <= 20 then now() end, case when n > 20 then 'gone' end from ${numbers}`,
    `insert into message_templates (company_id, account_id, name, language, category, state, content)
      select 2, 1000 + n, 't' || m, 'es', 'utility', 'approved', '{}'
      from generate_series(1, 2000) n cross join generate_series(1, 10) m`,
    `insert into message_templates (company_id, account_id, name, language, category, state, content)
      select 1, ${whatsapp}, 't' || m, 'es', 'utility', 'approved', '{}'
      from generate_series(1, 30) m`,
    `insert into meta_hooks (company_id, app_id, digest, body, received_at)
      select 1, ${app}, sha256(n::text::bytea), case when n > ${rows - 48} then 'x'::bytea end,
        now() - interval '1 hour' from ${numbers}`,
    `insert into meta_problems (id, company_id, app_id, kind, object, external_id, day)
      overriding system value
      select n, 1, ${app}, 'unknown_account', 'page', 'page' || n, current_date - n % 20
      from generate_series(1, 5000) n`,
    `insert into meta_problem_events (company_id, problem_id, key, body)
      select 1, n, 'k' || m, convert_to('${partOf("nobody")}', 'UTF8')
      from generate_series(1, 5000) n cross join generate_series(1, 4) m`,
    `insert into meta_problems (id, company_id, app_id, kind, object, external_id, day)
      overriding system value values
      (${problems.routed}, 1, ${app}, 'unknown_account', 'page', '2', current_date),
      (${problems.unreadable}, 1, ${app}, 'unreadable', null, null, current_date)`,
    `insert into meta_problem_events (company_id, problem_id, key, body) values
      (1, ${problems.routed}, 'k', convert_to('${partOf("2")}', 'UTF8')),
      (1, ${problems.unreadable}, '${bodyKey}', 'x')`,
    `insert into channel_secrets (company_id, account_id, field, key_name, sealed) values
      (1, ${accounts.facebook}, '${accessTokenField}', '${token.keyName}',
        decode('${token.sealed.toHex()}', 'hex'))`,
    `insert into meta_app_secrets (company_id, app_id, field, key_name, sealed) values
      (1, ${app}, 'app_secret', '${appSecret.keyName}',
        decode('${appSecret.sealed.toHex()}', 'hex'))`,
    ...["meta_apps", "channel_accounts", "contacts", "contact_messages", "channel_events"]
      .concat("meta_problems").map((table) =>
        `select setval(pg_get_serial_sequence('${table}', 'id'), 5000000)`
      ),
  ];
}
