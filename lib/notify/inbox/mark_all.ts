import { sql } from "kysely";
import type { Device } from "@/lib/access/devices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { isUnread } from "@/lib/notify/inbox/unread.ts";

export interface MarkBatch {
  delivered: string[];
  read: string[];
  dismissed: string[];
  readThrough?: string | undefined;
}

/** The first receipt counts; others' are skipped. @returns how many the phone's owner has */
export async function markAll(trx: Trx, device: Device, batch: MarkBatch): Promise<number> {
  const { companyId, userId } = device;
  const older = batch.readThrough ? await unreadThrough(trx, device, batch.readThrough) : [];
  const [read, dismissed] = [new Set([...batch.read, ...older]), new Set(batch.dismissed)];
  const ids = new Set([...batch.delivered, ...read, ...dismissed]);
  if (ids.size === 0) return 0;
  const marks = [...ids].map((id) => ({
    id,
    read: read.has(id),
    dismissed: dismissed.has(id),
  }));
  const now = new Date();
  const { rows } = await sql<{ marked: number; changed: number }>`
    with mine as (
      -- Locked in one order, so that two batches cannot deadlock.
      select r.notification_id, m.read and r.read_at is null as is_read,
        m.dismissed and r.dismissed_at is null as is_dismissed,
        r.delivered_at is null or r.status in ('queued', 'sent', 'failed') as is_delivered
      from json_to_recordset(${JSON.stringify(marks)}::json)
        as m(id uuid, read boolean, dismissed boolean)
      join notification_recipients r
        on r.company_id = ${companyId} and r.notification_id = m.id and r.user_id = ${userId}
      where not r.internal or ${device.memberId !== null}
      order by r.notification_id for update of r
    ), marked as (
      update notification_recipients r
      set delivered_at = coalesce(delivered_at, ${now}),
        status = case when status in ('replaced', 'cancelled') then status else 'delivered' end,
        read_at = case when is_read then ${now} else read_at end,
        dismissed_at = case when is_dismissed then ${now} else dismissed_at end,
        -- The owner's other phones have no use for a receipt.
        changed_txid = case when is_read or is_dismissed then relevo_txid() else changed_txid end
      from mine
      where r.company_id = ${companyId} and r.notification_id = mine.notification_id
        and r.user_id = ${userId} and (is_read or is_dismissed or is_delivered)
      returning is_read or is_dismissed as is_visible
    )
    select (select count(*) from mine) as marked,
      (select count(*) from marked where is_visible) as changed`.execute(trx);
  const { marked, changed } = rows[0]!;
  if (changed > 0) trx.afterCommit({ kind: "changed", companyId, userId });
  return marked;
}

async function unreadThrough(trx: Trx, device: Device, id: string): Promise<string[]> {
  const { companyId, userId } = device;
  const { rows } = await sql<{ id: string }>`
    select r.notification_id as id from notification_recipients r
    where r.company_id = ${companyId} and r.user_id = ${userId} and ${isUnread("r")}
      and (not r.internal or ${device.memberId !== null})
      and r.seq <= (
        select last.seq from notification_recipients last
        where last.company_id = ${companyId} and last.user_id = ${userId}
          and last.notification_id = ${id}
      )`.execute(trx);
  return rows.map(({ id }) => id);
}
