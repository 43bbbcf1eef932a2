/** Invariants of notifications, their answers, and what is owed for them. */
import { sql } from "kysely";
import type { Invariant } from "@/lib/invariants/invariant.ts";

export const notificationInvariants: Invariant[] = [
  {
    name: "a-recipient-each",
    table: "notifications",
    faults: ({ companyId }) =>
      sql`
      select n.id::text from notifications n
      where n.company_id = ${companyId} and not exists (
        select from notification_recipients r
        where r.company_id = n.company_id and r.notification_id = n.id)`,
  },
  {
    name: "an-idempotency-key-is-its-notifications",
    table: "idempotency_keys",
    faults: ({ companyId }) =>
      sql`
      select coalesce(n.id, k.notification_id)::text as id
      from (select * from notifications where company_id = ${companyId}
        and idempotency_key is not null) n
      full join (select * from idempotency_keys where company_id = ${companyId}) k
        on k.notification_id = n.id and k.key = n.idempotency_key
          and k.key_id = coalesce(n.key_id, 0) and k.fingerprint = n.fingerprint
      where n.id is null or k.notification_id is null`,
  },
  {
    name: "a-response-where-it-is-answered",
    table: "responses",
    faults: ({ companyId }) =>
      sql`
      select coalesce(a.id, r.notification_id)::text as id
      from (select * from notification_recipients where company_id = ${companyId}) r
      full join (select * from responses where company_id = ${companyId}) a
        on a.notification_id = r.notification_id and a.user_id = r.user_id
      where (a.id is null) <> (r.answered_at is null)`,
  },
  {
    name: "a-callback-where-one-is-owed",
    table: "callbacks",
    faults: ({ companyId }) =>
      sql`
      select a.id::text from responses a
      join notifications n on n.company_id = a.company_id and n.id = a.notification_id
      left join callbacks c on c.company_id = a.company_id and c.response_id = a.id
      where a.company_id = ${companyId} and n.callback_url is not null and c.response_id is null`,
  },
  {
    name: "attempts-without-a-gap",
    table: "callback_attempts",
    faults: ({ companyId }) =>
      sql`
      select c.response_id::text as id from callbacks c left join (
        select response_id, count(*) as n, max(number) as last
        from callback_attempts where company_id = ${companyId} group by 1
      ) a on a.response_id = c.response_id
      where c.company_id = ${companyId}
        and (coalesce(a.n, 0) <> c.attempts or coalesce(a.last, 0) <> c.attempts)`,
  },
  {
    name: "somebody-can-take-it",
    table: "outbox",
    faults: ({ companyId }) =>
      sql`
      select o.id::text from outbox o
      join channel_accounts a on a.company_id = o.company_id and a.id = o.account_id
      where o.company_id = ${companyId} and (
        o.state = 'queued' and o.due_at is null and a.state <> 'paused'
        or o.state = 'sending' and o.leased_until is null)`,
  },
];
