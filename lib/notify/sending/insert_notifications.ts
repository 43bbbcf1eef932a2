import { sql } from "kysely";
import type { Due, SentNow } from "@/lib/tools/after_commit.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { fewRecipients } from "@/lib/notify/sending/counts/kept_counts.ts";
import { datesAsText } from "@/lib/input/bodies/json_dates.ts";
import type { Row } from "@/lib/notify/sending/prepare.ts";

/** Seconds that push services keep a message at most. */
export const longestPush = 2_419_200;

/** Skips known idempotency keys. @returns phones and pushes of each inserted notification */
export async function insertNotifications(trx: Trx, { companyId }: Tenant, rows: Row[]) {
  const { rows: inserted } = await sql<Inserted>`
    /* plan once: insert_notifications */
    with given as (
      select * from json_to_recordset(${JSON.stringify(datesAsText(rows))}::json) as g(
        id uuid, key_id int, created_by int, internal boolean, handler text, ref json, title text,
        body text, type text, priority text, sender text, url text, tag text, ttl int, data text,
        actions json, allow_reply boolean, callback_url text, idempotency_key text,
        fingerprint text, created_at timestamptz, expires_at timestamptz, to_list boolean,
        user_ids json, asks json)
    ), inserted as (
      insert into notifications (
        id, company_id, key_id, created_by, internal, handler, ref, title, body, type, priority,
        sender, url, tag, ttl, data, actions, allow_reply, callback_url, idempotency_key,
        fingerprint, created_at, expires_at, to_list, asks, txid)
      select id, ${companyId}, key_id, created_by, internal, handler, ref, title, body, type,
        priority, sender, url, tag, ttl, data::json, actions, allow_reply, callback_url,
        idempotency_key, decode(fingerprint, 'hex'), created_at, expires_at, to_list, asks,
        (select relevo_txid())
      from given
      -- a trigger leaves out those whose key is in idempotency_keys, or inserts it
      returning id
    ), users as (
      -- one look-up of a user's phones for all that depends on them
      select g.id, u.user_id, u.position, g.internal, g.tag,
        json_array_length(g.user_ids) > ${fewRecipients} as counted,
        coalesce(g.expires_at, g.created_at + ${longestPush} * interval '1 second') as push_ends_at,
        d.devices, d.phones, d.subscriptions
      from given g
      cross join lateral json_array_elements_text(g.user_ids) with ordinality u(user_id, position)
      cross join lateral (
        select count(*) as devices,
          string_agg(d.id::text, ' ') filter (where m.disabled_at is null
            and (not g.internal or d.member_id is not null)) as phones,
          array_agg(d.push_subscription_id) filter (where d.push_subscription_id is not null
            and (not g.internal or d.member_id is not null)) as subscriptions
        from devices d
        left join user_companies m on m.company_id = d.company_id and m.user_id = d.member_id
        where d.company_id = ${companyId} and d.user_id = u.user_id and d.revoked_at is null
      ) d
    ), recipients as (
      insert into notification_recipients
        (company_id, notification_id, user_id, internal, tag, devices, counted, changed_txid)
      select ${companyId}, id, user_id, internal, tag, devices, counted, (select relevo_txid())
      from users join inserted using (id)
      order by id, position
      returning notification_id, user_id, devices, seq, changed_txid
    ), pushes as (
      insert into push_jobs
        (id, company_id, notification_id, user_id, subscription_id, host, due_at, ends_at)
      select gen_random_uuid(), ${companyId}, d.id, d.user_id, s.id, s.host, now(), d.push_ends_at
      from (
        select distinct id, user_id, push_ends_at, subscription
        from users join inserted using (id) cross join lateral unnest(subscriptions) subscription
      ) d
      cross join lateral (
        -- "offset 0" keeps this look-up by index, however few the planner believes in
        select id, host from push_subscriptions
        where company_id = ${companyId} and id = d.subscription offset 0
      ) s
      returning id, host, notification_id, user_id
    )
    select r.notification_id as id, r.user_id, r.devices, p.id as push, p.host, r.seq,
      r.changed_txid as txid, u.phones
    from recipients r
    join users u on u.id = r.notification_id and u.user_id = r.user_id
    left join pushes p on p.notification_id = u.id and p.user_id = u.user_id`.execute(trx);
  const devices = new Map<string, Map<string, number>>();
  const pushes: Due[] = [];
  const positions = new Map<string, Map<string, FeedPosition>>();
  for (const { id, user_id, devices: count, push, host, phones, seq, txid } of inserted) {
    if (!devices.has(id)) {
      devices.set(id, new Map());
      positions.set(id, new Map());
    }
    devices.get(id)!.set(user_id, count);
    positions.get(id)!.set(user_id, { txid, seq, phones: phones?.split(" ") ?? [] });
    if (push !== null) pushes.push({ id: push, companyId, host: host! });
  }
  return { devices, positions, pushes };
}

/** The row's position in its user's feed, and the phones that may see it. */
type FeedPosition = Omit<SentNow, "notification">;

interface Inserted extends Omit<FeedPosition, "phones"> {
  phones: string | null;
  id: string;
  user_id: string;
  devices: number;
  push: string | null;
  host: string | null;
}
