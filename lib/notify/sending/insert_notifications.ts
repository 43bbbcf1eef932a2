import { sql } from "kysely";
import type { Due, SentNow } from "@/lib/after_commit.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Row } from "@/lib/notify/sending/prepare.ts";

/** Seconds that push services keep a message at most. */
export const longestPush = 2_419_200;

/** Skips known idempotency keys. @returns phones and pushes of each inserted notification */
export async function insertNotifications(trx: Trx, { companyId }: Tenant, rows: Row[]) {
  const { rows: inserted } = await sql<Inserted>`
    /* plan once: insert_notifications */
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(
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
      on conflict (company_id, idempotency_key) where idempotency_key is not null do nothing
      returning id
    ), recipients as (
      insert into notification_recipients
        (company_id, notification_id, user_id, internal, tag, devices, changed_txid)
      select ${companyId}, g.id, u.user_id, g.internal, g.tag,
        (select count(*) from devices d
         where d.company_id = ${companyId} and d.user_id = u.user_id and d.revoked_at is null),
        (select relevo_txid())
      from given g
      join inserted using (id)
      cross join lateral json_array_elements_text(g.user_ids) with ordinality u(user_id, place)
      order by g.id, u.place
      returning notification_id, user_id, internal, devices, seq, changed_txid
    ), pushes as (
      -- "offset 0" keeps these look-ups by index, however few phones the planner believes in
      insert into push_jobs
        (id, company_id, notification_id, user_id, subscription_id, host, due_at, ends_at)
      select gen_random_uuid(), ${companyId}, r.notification_id, r.user_id, s.id, s.host, now(),
        coalesce(g.expires_at, g.created_at + ${longestPush} * interval '1 second')
      from recipients r
      join given g on g.id = r.notification_id
      cross join lateral (
        select distinct d.push_subscription_id as id from devices d
        where r.devices > 0 and d.company_id = ${companyId} and d.user_id = r.user_id
          and d.revoked_at is null and d.push_subscription_id is not null
          and (not r.internal or d.member_id is not null)
        offset 0
      ) d
      cross join lateral (
        select id, host from push_subscriptions
        where company_id = ${companyId} and id = d.id offset 0
      ) s
      returning id, host, notification_id, user_id
    )
    select r.notification_id as id, r.user_id, r.devices, p.id as push, p.host, r.seq,
      r.changed_txid as txid,
      case when r.devices > 0 then array(
        select d.id from devices d
        left join user_companies m on m.company_id = d.company_id and m.user_id = d.member_id
        where d.company_id = ${companyId} and d.user_id = r.user_id and d.revoked_at is null
          and m.disabled_at is null and (not r.internal or d.member_id is not null)
      ) else '{}' end as phones
    from recipients r left join pushes p using (notification_id, user_id)`.execute(trx);
  const devices = new Map<string, Map<string, number>>();
  const pushes: Due[] = [];
  const places = new Map<string, Map<string, Place>>();
  for (const { id, user_id, devices: count, push, host, ...place } of inserted) {
    if (!devices.has(id)) {
      devices.set(id, new Map());
      places.set(id, new Map());
    }
    devices.get(id)!.set(user_id, count);
    places.get(id)!.set(user_id, place);
    if (push !== null) pushes.push({ id: push, companyId, host: host! });
  }
  return { devices, places, pushes };
}

/** Where the row stands in its user's feed, and the phones that may see it. */
type Place = Omit<SentNow, "notification">;

interface Inserted extends Place {
  id: string;
  user_id: string;
  devices: number;
  push: string | null;
  host: string | null;
}
