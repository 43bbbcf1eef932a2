import { sql } from "kysely";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import { counted, type SentNow } from "@/lib/tools/after_commit.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { newToPhone } from "@/lib/notify/sending/phone_notification.ts";
import { insertNotifications } from "@/lib/notify/sending/insert_notifications.ts";
import { planAsks } from "@/lib/notify/sending/due_times.ts";
import { recipientsOf } from "@/lib/notify/sending/notification.ts";
import { prepare, type Row, type Send } from "@/lib/notify/sending/prepare.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";

type Inserted = Awaited<ReturnType<typeof insertNotifications>>;

export interface Receipt {
  notificationId: string;
  createdAt: Date;
  expiresAt: Date | null;
  duplicate: boolean;
  replaced: string[];
  recipients: { userId: string; status: "queued"; devices: number }[];
}

export type Sent = { receipt: Receipt } | { refused: Problem };

/** No two of one batch may share a user and tag. @returns in order, a receipt each or a refusal */
export async function sendNotifications(
  trx: Trx,
  tenant: Tenant,
  sends: Send[],
): Promise<Sent[]> {
  const { companyId } = tenant;
  const now = currentTime();
  const rows = sends.map((send) => prepare(send, now));
  await lockTags(trx, tenant, rows);
  const { devices, positions, pushes } = await insertNotifications(trx, tenant, rows);
  const replaced = await replaceTagged(
    trx,
    { companyId },
    rows.filter((row) => devices.has(row.id)),
  );
  const repeats = await findRepeats(trx, tenant, rows.filter((row) => !devices.has(row.id)));
  for (const [userId, sent] of sentTo(rows, positions)) {
    trx.afterCommit({ kind: "changed", companyId, userId, sent });
  }
  trx.afterCommit(...pushes.map((due) => ({ kind: "push_due" as const, ...due })));
  if (devices.size > 0) trx.afterCommit(counted("relevo_sends_total", [], devices.size));
  await planAsks(trx, tenant, rows.filter(({ id, asks }) => asks !== null && devices.has(id)));
  return rows.map((row) => {
    const inserted = devices.get(row.id);
    if (!inserted) return repeats(row);
    return { receipt: toReceipt(row, inserted, replaced.get(row.id) ?? []) };
  });
}

/** By user, the notifications that streams send without reading; undefined where they must read. */
function sentTo(rows: Row[], positions: Inserted["positions"]): Map<string, SentNow[] | undefined> {
  const users = new Map<string, SentNow[] | undefined>();
  for (const row of rows) {
    // What a tag closes is in the same transaction, and so are reminders of a record's members.
    const isAlone = row.tag === null && !row.internal;
    let notification: SentNow["notification"] | undefined;
    for (const [userId, position] of positions.get(row.id) ?? []) {
      const before = users.has(userId) ? users.get(userId) : [];
      // Without a phone there is no stream to tell.
      if (isAlone && position.phones.length > 0) notification ??= newToPhone(row);
      users.set(userId, before && notification && [...before, { notification, ...position }]);
    }
  }
  return users;
}

/** `undefined` for a send that is no repeat. @throws Problem idempotency_key_reused */
export async function findReceipt(
  trx: Trx,
  tenant: Tenant,
  send: Send,
): Promise<Receipt | undefined> {
  const { companyId } = tenant;
  const key = send.request.idempotencyKey;
  if (key === undefined) return undefined;
  const isKnown = await trx.selectFrom("idempotency_keys").select("notification_id")
    .where("company_id", "=", companyId).where("key", "=", key)
    .where("key_id", "=", send.keyId ?? 0).executeTakeFirst();
  if (!isKnown) return undefined;
  const row = prepare(send, currentTime());
  const sent = (await findRepeats(trx, tenant, [row]))(row);
  if ("refused" in sent) throw sent.refused;
  return sent.receipt;
}

export function sharesTag(a: Send, b: Send): boolean {
  const tag = a.request.tag;
  if (tag === undefined || tag !== b.request.tag || !a.internal !== !b.internal) return false;
  const users = new Set(recipientsOf(a.request));
  return recipientsOf(b.request).some((user) => users.has(user));
}

/** Serialises sends that share a user and tag, across instances; the CRM's by their tag alone. */
export async function lockTags(
  trx: Trx,
  { companyId }: Tenant,
  rows: Pick<Row, "tag" | "user_ids" | "internal">[],
): Promise<void> {
  const names = rows.flatMap(({ internal, tag, user_ids }) => {
    if (tag === null) return [];
    // A record's members are many, and few write to one at once.
    if (internal) return [JSON.stringify([companyId, internal, tag])];
    return user_ids.map((user) => JSON.stringify([companyId, internal, tag, user]));
  });
  if (names.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(name)
    from (select distinct hashtextextended(n, 0) as name from unnest(${names}::text[]) n
          order by 1) in_order`.execute(trx);
}

/** @returns per new notification, the ids that its tag closed */
export async function replaceTagged(
  trx: Trx,
  { companyId }: Tenant,
  rows: Pick<Row, "id" | "tag" | "user_ids" | "internal">[],
) {
  const tagged = rows.flatMap((row) =>
    row.tag === null ? [] : row.user_ids.map((user_id) => ({
      id: row.id,
      tag: row.tag,
      internal: row.internal,
      user_id,
    }))
  );
  const closed = new Map<string, string[]>();
  if (tagged.length === 0) return closed;
  const { rows: old } = await sql<{ id: string; by: string }>`
    with tagged as (
      -- "offset 0" keeps this a look-up by index for each of the new ones, whatever the planner
      -- believes of a table that grew since it last looked
      select n.id as by, o.notification_id, o.user_id
      from json_to_recordset(${JSON.stringify(tagged)}::json)
        as n(id uuid, tag text, internal boolean, user_id text)
      cross join lateral (
        select notification_id, user_id from notification_recipients
        where company_id = ${companyId} and user_id = n.user_id and tag = n.tag
          and internal = n.internal and notification_id <> n.id
          and status not in ('replaced', 'cancelled')
        offset 0
      ) o
    ), old as (
      update notification_recipients r
      set status = 'replaced', replaced_by = t.by, changed_txid = relevo_txid()
      from tagged t
      where r.company_id = ${companyId} and r.notification_id = t.notification_id
        and r.user_id = t.user_id and r.status not in ('replaced', 'cancelled')
        and r.notification_id = any(array(select notification_id from tagged))
      returning r.notification_id, r.replaced_by
    )
    select distinct notification_id as id, replaced_by as by from old order by 1`.execute(trx);
  for (const { id, by } of old) closed.set(by, [...closed.get(by) ?? [], id]);
  return closed;
}

/** The first receipt, or a refusal, for each repeat: the same idempotency key from the same API key. */
async function findRepeats(trx: Trx, { companyId }: Tenant, rows: Row[]) {
  const repeats = rows.length === 0 ? [] : await readFirsts(trx, { companyId }, rows);
  const ids = repeats.map(({ id }) => id);
  const recipients = ids.length === 0 ? [] : await trx.selectFrom("notification_recipients")
    .select(["notification_id", "user_id", "devices"])
    .where("company_id", "=", companyId).where("notification_id", "in", ids)
    .where("escalated_at", "is", null).orderBy("seq").execute();
  const replaced = ids.length === 0 ? [] : await trx.selectFrom("notification_recipients")
    .select(["notification_id", "replaced_by"]).distinct()
    .where("company_id", "=", companyId).where("replaced_by", "in", ids)
    .orderBy("notification_id").execute();
  return (row: Row): Sent => {
    const first = repeats.find(({ key_id, key }) =>
      key_id === (row.key_id ?? 0) && key === row.idempotency_key
    );
    // The first send was rolled back, or retention removed it: to be retried.
    if (!first) return { refused: problem("database_unavailable") };
    if (row.fingerprint !== first.fingerprint) {
      return { refused: problem("idempotency_key_reused") };
    }
    const users = new Map(
      recipients.filter(({ notification_id }) => notification_id === first.id)
        .map(({ user_id, devices }) => [user_id, devices]),
    );
    const closed = replaced.filter(({ replaced_by }) => replaced_by === first.id);
    const again = { ...row, ...first, user_ids: [...users.keys()] };
    const receipt = toReceipt(again, users, closed.map(({ notification_id }) => notification_id));
    return { receipt: { ...receipt, duplicate: true } };
  };
}

interface First {
  id: string;
  key: string;
  /** 0 for the company's members. */
  key_id: number;
  /** In hex. */
  fingerprint: string;
  created_at: Date;
  expires_at: Date | null;
}

/** The notifications that have the rows' keys, by the table of keys. */
async function readFirsts(trx: Trx, { companyId }: Tenant, rows: Row[]): Promise<First[]> {
  const keys = rows.map(({ idempotency_key: key, key_id }) => ({ key, key_id: key_id ?? 0 }));
  const { rows: firsts } = await sql<First>`
    select n.id, k.key, k.key_id, encode(k.fingerprint, 'hex') as fingerprint, n.created_at,
      n.expires_at
    from ${keyRows(keys, { key: "text", key_id: "int" })} g
    cross join ${
    lookUp(sql`select key, key_id, fingerprint, notification_id from idempotency_keys
      where company_id = ${companyId} and key = g.key and key_id = g.key_id`)
  } k
    cross join ${
    lookUp(sql`select id, created_at, expires_at from notifications
      where company_id = ${companyId} and id = k.notification_id`)
  } n`.execute(trx);
  return firsts;
}

function toReceipt(
  row: Pick<Row, "id" | "created_at" | "expires_at" | "user_ids">,
  devices: Map<string, number>,
  replaced: string[],
): Receipt {
  return {
    notificationId: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    duplicate: false,
    replaced,
    recipients: row.user_ids.map((userId) => ({
      userId,
      status: "queued",
      devices: devices.get(userId) ?? 0,
    })),
  };
}
