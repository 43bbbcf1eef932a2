/** What is due in company 1 of those that have grown: some of each kind, and nothing else. */
import { sql } from "kysely";
import type { Database } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { idOf, uuid, uuidOf } from "./rows.ts";
import { incoming } from "./more_rows.ts";
import type { AsAdmin } from "./states.ts";

const companyId = 1;
const first = idOf(companyId, 0);
const few = 10;

/** @param memberId who is told */
export async function makeDue(
  { db }: Pick<Database, "db">,
  query: AsAdmin,
  memberId: number,
): Promise<void> {
  // Without triggers: what they keep is not what is looked at.
  await query("set session_replication_role = replica");
  for (const text of [...later, ...past(memberId)]) await query(text);
  await query("set session_replication_role = origin");
  await inCompany(db, companyId, async (trx) => {
    for (const text of trashed) await sql.raw(text).execute(trx);
  });
}

/** The queues of `rows.ts`, far too many to be sent here. */
export const later = ["push_jobs", "due_times", "callbacks", "outbox"].map((table) =>
  `update ${table} set due_at = now() + interval '1 year' where due_at is not null`
).concat(
  "update push_jobs set ends_at = now() + interval '2 years'",
  "update channel_events set state = 'read', tried_at = now() where state = 'waiting'",
);

const numbers = (from: number, to = from + few - 1) => `generate_series(${from}, ${to}) n`;
const ids = (from: number) => `between ${first + from} and ${first + from + few - 1}`;
const keys = (kind: string, from: number, count = few) =>
  `in (select ${uuid(kind, companyId)} from ${numbers(from, from + count - 1)})`;
const digest = (kind: string) => `sha256(('${kind} ' || n)::bytea)`;

const asks = {
  remind: { remind: { every: 3_600, times: 5 } },
  escalate: { escalate: { userIds: ["user-77", "user-78"] } },
  fallback: { fallback: { email: "nadie@correo.example" } },
  snooze: {},
};

function timeOf(kind: keyof typeof asks, n: number): string[] {
  const user = kind === "snooze" ? `'user-${n % 1_000}'` : "null";
  return [
    `update notifications set asks = '${JSON.stringify(asks[kind])}'
     where id = '${uuidOf("n", n)}'`,
    `insert into due_times (id, company_id, kind, notification_id, user_id, is_member, number, at,
       due_at)
     values (gen_random_uuid(), 1, '${kind}', '${
      uuidOf("n", n)
    }', ${user}, false, 2, now(), now())`,
    `update notification_recipients set snoozed_until = now()
     where notification_id = '${uuidOf("n", n)}' and '${kind}' = 'snooze'`,
  ];
}

export function past(memberId: number): string[] {
  const event = (from: number) => ids(incoming + from);
  return [
    ...timeOf("remind", 51),
    ...timeOf("escalate", 52),
    ...timeOf("fallback", 53),
    ...timeOf("snooze", 54),
    `insert into due_times (id, company_id, kind, user_id, is_member, at, due_at)
     values (gen_random_uuid(), 1, 'summary', 'user-60', false, now(), now())`,
    `update push_jobs set held_by_member = false where company_id = 1 and user_id = 'user-60'`,
    `update push_jobs set ends_at = now() - interval '1 minute' where id ${keys("p", 101)}`,
    `update callbacks set due_at = now() where response_id ${keys("r", 101, 3)}`,
    `update outbox set due_at = now(), attempts = 3 where id ${keys("o", 101, 3)}`,
    `update outbox set state = 'sent', due_at = null, note_due_at = now() where id ${
      keys("o", 201)
    }`,
    `update outbox set state = 'uncertain' , due_at = now() where id ${keys("o", 301, 2)}`,
    `update companies set unanswered_minutes = 30, answers_unplanned = true, retention_months = 12
     where id = 1`,
    `update contacts set answer_due_at = now() - interval '1 minute' where id ${ids(401)}`,
    `insert into conversation_reminders (company_id, contact_id, user_id, due_at)
     select 1, ${first} + n, ${memberId}, now() from ${numbers(501)}`,
    `update contacts set assignee_id = ${memberId} where id ${ids(501)}`,
    `update user_companies set morning_at = '00:00', morning_due_at = '-infinity' where user_id = ${memberId}`,
    `update event_series set made_through = current_date where id ${ids(601)}`,
    `update events set starts_at = now() + interval '5 minutes', assignee_id = ${memberId},
       ends_at = now() + interval '1 hour', reminder_due_at = now() where id ${event(701)}`,
    `update contacts set created_at = now() - interval '400 days', last_message_at = now() - interval '400 days',
       updated_at = now() - interval '400 days' where id ${ids(801)}`,
    `update events set ends_at = now() - interval '400 days', starts_at = now() - interval '401 days'
     where contact_id ${ids(801)}`,
    `update notifications set created_at = now() - interval '400 days' where id ${keys("n", 901)}`,
    `update channel_events set received_at = now() - interval '100 days',
       tried_at = now() - interval '100 days' where id ${event(101)}`,
    `update channel_events set received_at = now() - interval '100 days',
       automatic = '{"kind": "auto"}' where id ${event(201)}`,
    `update channel_events set received_at = now() - interval '100 days', state = 'problem',
       problem = 'unreadable' where id ${event(301)}`,
    `update refused_addresses set at = now() - interval '2 years'
     where company_id = 1 and message_id ${event(101)}`,
    `update fallback_strangers set day = current_date - 2
     where company_id = 1 and digest in (select ${digest("stranger 1")} from ${numbers(1)})`,
    `update phone_sends set sent_at = now() - interval '90 days' where contact_id ${ids(101)}`,
    `update entry_links set expires_at = now() - interval '90 days',
       created_at = now() - interval '90 days'
     where company_id = 1 and digest in (select ${digest("entry 1")} from ${numbers(101)})`,
    `update erased_mail set erased_at = now() - interval '9 years'
     where company_id = 1 and digest in (select ${digest("mail 1")} from ${numbers(101)})`,
    `update blocked_records set kept_until = current_date - 1 where sale_id ${ids(101)}`,
    `update form_posts set at = now() - interval '2 days'
     where company_id = 1 and network in (select 'network ' || n from ${numbers(101)})`,
    `update bulk_changes set created_at = now() - interval '3 days' where id ${ids(101)}`,
    `update imports set created_at = now() - interval '90 days' where id ${ids(101)}`,
    `update pairings set expires_at = now() - interval '1 minute' where company_id = 1`,
    `update pairings set expires_at = now() - interval '2 days' where id ${keys("pair", 101)}`,
    `update devices set revoked_at = now() where company_id = 1 and user_id > 'user-8'`,
    `insert into files (id, company_id, name, created_at)
     select gen_random_uuid(), 1, 'suelto', now() - interval '2 days' from ${numbers(1)}`,
    `update quote_approvals set state = 'given', decided_at = now(), due_at = now(), via = 'panel'
     where quote_id ${ids(101)}`,
    `update quote_approvals set asked_by = ${memberId} where quote_id = ${first + 101}`,
  ];
}

/** Records of which others were made, so that some stay as an anonymous row. */
export const trashed = [
  "notes",
  "tasks",
  "events",
  "quotes",
  "opportunities",
  "products",
  "contacts",
]
  .concat("clients").map((table) =>
    `update ${table} set deleted_at = now() - interval '40 days' where id in (
      select id from ${table} where company_id = 1 order by id desc limit ${few})`
  );
