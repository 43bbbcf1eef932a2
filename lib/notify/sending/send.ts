import { createHash } from "node:crypto";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type NotifyRequest, recipientsOf } from "@/lib/notify/sending/notification.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { isExactNumber } from "@/lib/input/json_text.ts";

export interface Send {
  request: NotifyRequest;
  /** A program's; `createdBy` is the member's who sends from the panel. */
  keyId?: number;
  createdBy?: number;
  /** From the CRM: the named handler acts on the answer. */
  internal?: { handler: string | null; ref: unknown };
}

export interface Receipt {
  notificationId: string;
  createdAt: Date;
  expiresAt: Date | null;
  duplicate: boolean;
  replaced: string[];
  recipients: { userId: string; status: "queued"; devices: number }[];
}

export type Sent = { receipt: Receipt } | { refused: Problem };

export async function sendNotification(
  trx: Trx,
  { companyId }: Tenant,
  send: Send,
): Promise<Receipt> {
  const [sent] = await sendNotifications(trx, { companyId }, [send]);
  if ("refused" in sent!) throw sent.refused;
  return sent!.receipt;
}

/** No two of one batch may share a user and tag. @returns in order, a receipt each or a refusal */
export async function sendNotifications(
  trx: Trx,
  { companyId }: Tenant,
  sends: Send[],
): Promise<Sent[]> {
  const now = new Date();
  const rows = sends.map((send) => prepare(send, now));
  await lockTags(trx, { companyId }, rows);
  const devices = await insert(trx, { companyId }, rows);
  const replaced = await replaceTagged(
    trx,
    { companyId },
    rows.filter((row) => devices.has(row.id)),
  );
  const repeats = await findRepeats(trx, { companyId }, rows.filter((row) => !devices.has(row.id)));
  const users = new Set(rows.flatMap((row) => devices.has(row.id) ? row.user_ids : []));
  for (const userId of users) trx.afterCommit({ kind: "changed", companyId, userId });
  return rows.map((row) => {
    const inserted = devices.get(row.id);
    if (!inserted) return repeats(row);
    return { receipt: toReceipt(row, inserted, replaced.get(row.id) ?? []) };
  });
}

/** `undefined` for a send that is no repeat. @throws Problem idempotency_key_reused */
export async function findReceipt(
  trx: Trx,
  { companyId }: Tenant,
  request: NotifyRequest,
): Promise<Receipt | undefined> {
  const key = request.idempotencyKey;
  if (key === undefined) return undefined;
  const known = await trx.selectFrom("notifications").select("id")
    .where("company_id", "=", companyId).where("idempotency_key", "=", key).executeTakeFirst();
  if (!known) return undefined;
  const row = prepare({ request }, new Date());
  const sent = (await findRepeats(trx, { companyId }, [row]))(row);
  if ("refused" in sent) throw sent.refused;
  return sent.receipt;
}

/** Whether one would replace the other on a phone. */
export function sharesTag(a: Send, b: Send): boolean {
  const tag = a.request.tag;
  if (tag === undefined || tag !== b.request.tag || !a.internal !== !b.internal) return false;
  const users = new Set(recipientsOf(a.request));
  return recipientsOf(b.request).some((user) => users.has(user));
}

type Row = ReturnType<typeof prepare>;

function prepare({ request, keyId, createdBy, internal }: Send, now: Date) {
  const key = request.idempotencyKey;
  return {
    id: uuidv7(),
    key_id: keyId ?? null,
    created_by: createdBy ?? null,
    internal: internal !== undefined,
    handler: internal?.handler ?? null,
    ref: internal?.ref ?? null,
    title: request.title,
    body: request.body,
    type: request.type,
    priority: request.priority,
    sender: request.sender ?? null,
    url: request.url ?? null,
    tag: request.tag ?? null,
    ttl: request.ttl ?? null,
    data: request.data?.text ?? null,
    actions: request.actions,
    allow_reply: request.allowReply,
    callback_url: request.callbackUrl ?? null,
    idempotency_key: key ?? null,
    fingerprint: key === undefined ? null : fingerprint(request),
    created_at: now,
    expires_at: request.ttl === undefined ? null : new Date(now.getTime() + request.ttl * 1000),
    to_list: request.userIds !== undefined,
    user_ids: recipientsOf(request),
  };
}

/** SHA-256 (hex) of the validated request; the order of keys does not count, each digit does. */
function fingerprint(request: NotifyRequest): string {
  const { idempotencyKey: _, userId: __, ...rest } = request;
  const whole = { ...rest, userIds: recipientsOf(request), data: request.data?.parseExactly() };
  return createHash("sha256").update(JSON.stringify(whole, sortedKeys)).digest("hex");
}

function sortedKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  if (isExactNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Serialises sends that share a user and tag, across instances. */
async function lockTags(trx: Trx, { companyId }: Tenant, rows: Row[]): Promise<void> {
  const names = rows.flatMap((row) =>
    row.tag === null
      ? []
      : row.user_ids.map((user) => JSON.stringify([companyId, row.internal, row.tag, user]))
  );
  if (names.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(name)
    from (select distinct hashtextextended(n, 0) as name from unnest(${names}::text[]) n
          order by 1) in_order`.execute(trx);
}

/** Skips known idempotency keys. @returns per inserted notification, its users' phones */
async function insert(trx: Trx, { companyId }: Tenant, rows: Row[]) {
  const { rows: inserted } = await sql<{ id: string; user_id: string; devices: number }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(
        id uuid, key_id int, created_by int, internal boolean, handler text, ref json, title text,
        body text, type text, priority text, sender text, url text, tag text, ttl int, data text,
        actions json, allow_reply boolean, callback_url text, idempotency_key text,
        fingerprint text, created_at timestamptz, expires_at timestamptz, to_list boolean,
        user_ids json)
    ), inserted as (
      insert into notifications (
        id, company_id, key_id, created_by, internal, handler, ref, title, body, type, priority,
        sender, url, tag, ttl, data, actions, allow_reply, callback_url, idempotency_key,
        fingerprint, created_at, expires_at, to_list)
      select id, ${companyId}, key_id, created_by, internal, handler, ref, title, body, type,
        priority, sender, url, tag, ttl, data::json, actions, allow_reply, callback_url,
        idempotency_key, decode(fingerprint, 'hex'), created_at, expires_at, to_list
      from given
      on conflict (company_id, idempotency_key) where idempotency_key is not null do nothing
      returning id
    )
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
    returning notification_id as id, user_id, devices`.execute(trx);
  const byId = new Map<string, Map<string, number>>();
  for (const { id, user_id, devices } of inserted) {
    if (!byId.has(id)) byId.set(id, new Map());
    byId.get(id)!.set(user_id, devices);
  }
  return byId;
}

/** @returns per new notification, the ids that its tag closed */
async function replaceTagged(trx: Trx, { companyId }: Tenant, rows: Row[]) {
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

/** The first receipt, or a refusal, for each idempotency key that was there before. */
async function findRepeats(trx: Trx, { companyId }: Tenant, rows: Row[]) {
  const keys = rows.map((row) => row.idempotency_key!);
  const found = keys.length === 0 ? [] : await trx.selectFrom("notifications")
    .select(["id", "idempotency_key", "fingerprint", "created_at", "expires_at"])
    .where("company_id", "=", companyId).where("idempotency_key", "in", keys).execute();
  const ids = found.map(({ id }) => id);
  const recipients = ids.length === 0 ? [] : await trx.selectFrom("notification_recipients")
    .select(["notification_id", "user_id", "devices"])
    .where("company_id", "=", companyId).where("notification_id", "in", ids)
    .orderBy("seq").execute();
  const replaced = ids.length === 0 ? [] : await trx.selectFrom("notification_recipients")
    .select(["notification_id", "replaced_by"]).distinct()
    .where("company_id", "=", companyId).where("replaced_by", "in", ids)
    .orderBy("notification_id").execute();
  return (row: Row): Sent => {
    const first = found.find(({ idempotency_key }) => idempotency_key === row.idempotency_key);
    // The first send was rolled back, or retention removed it: to be retried.
    if (!first) return { refused: problem("database_unavailable") };
    if (row.fingerprint !== (first.fingerprint as Uint8Array & { toHex(): string }).toHex()) {
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
