import { sql } from "kysely";
import type { Device } from "@/lib/access/devices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { hasKey, keyRows, lookUp } from "@/lib/db/keys.ts";
import { isUnread } from "@/lib/notify/inbox/unread.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export interface MarkBatch {
  delivered: string[];
  read: string[];
  dismissed: string[];
  readThrough?: string | undefined;
}

/** Opens a transaction in the company. */
type Open = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/**
 * The first receipt counts; others' are skipped. In steps of a transaction each: one that is not
 * reached is left for a repeat. @returns how many the phone's owner has
 */
export async function markAll(open: Open, device: Device, batch: MarkBatch): Promise<number> {
  let marks: Marks[] = [];
  let marked = await open(async (trx) => {
    marks = await findMarks(trx, device, batch);
    return await markStep(trx, device, marks.slice(0, perStep));
  });
  for (let at = perStep; at < marks.length; at += perStep) {
    marked += await open((trx) => markStep(trx, device, marks.slice(at, at + perStep)));
  }
  return marked;
}

async function findMarks(trx: Trx, device: Device, batch: MarkBatch): Promise<Marks[]> {
  const older = batch.readThrough ? await unreadThrough(trx, device, batch.readThrough) : [];
  const [read, dismissed] = [new Set([...batch.read, ...older]), new Set(batch.dismissed)];
  const ids = new Set([...batch.delivered, ...read, ...dismissed]);
  // Locked in one order, so that two batches cannot deadlock.
  return [...ids].sort((a, b) => a < b ? -1 : 1).map((id) => ({
    notification_id: id,
    read: read.has(id),
    dismissed: dismissed.has(id),
  }));
}

async function markStep(trx: Trx, device: Device, marks: Marks[]): Promise<number> {
  if (marks.length === 0) return 0;
  const { companyId, userId } = device;
  const { marked, changed } = await mark(trx, device, marks);
  if (changed > 0) trx.afterCommit({ kind: "changed", companyId, userId });
  return marked;
}

const perStep = 500;

interface Marks {
  notification_id: string;
  read: boolean;
  dismissed: boolean;
}

async function mark(trx: Trx, { companyId, userId, memberId }: Device, marks: Marks[]) {
  const now = currentTime();
  const rows = marks.map((mark) => ({ company_id: companyId, user_id: userId, ...mark }));
  const own = sql`select * from notification_recipients own
    where ${hasKey(keyOf("own"), keyOf("m"))} for update`;
  const { rows: [sum] } = await sql<{ marked: number; changed: number }>`
    with mine as materialized (
      select r.company_id, r.notification_id, r.user_id, m.read and r.read_at is null as is_read,
        m.dismissed and r.dismissed_at is null as is_dismissed,
        r.delivered_at is null or r.status in ('queued', 'sent', 'failed') as is_delivered
      from ${keyRows(rows, markColumns)} m
      cross join ${lookUp(own)} r
      where not r.internal or ${memberId !== null}
    ), marked as (
      update notification_recipients r
      set delivered_at = coalesce(delivered_at, ${now}),
        status = case when status in ('replaced', 'cancelled') then status else 'delivered' end,
        read_at = case when is_read then ${now} else read_at end,
        dismissed_at = case when is_dismissed then ${now} else dismissed_at end,
        -- The owner's other phones have no use for a receipt.
        changed_txid = case when is_read or is_dismissed then relevo_txid() else changed_txid end
      from mine
      where ${hasKey(keyOf("r"), keyOf("mine"))} and (is_read or is_dismissed or is_delivered)
      returning is_read or is_dismissed as is_visible
    )
    select (select count(*) from mine) as marked,
      (select count(*) from marked where is_visible) as changed`.execute(trx);
  return sum!;
}

const markColumns = {
  company_id: "int",
  notification_id: "uuid",
  user_id: "text",
  read: "boolean",
  dismissed: "boolean",
} as const;

const keyOf = (row: string) =>
  ["company_id", "notification_id", "user_id"].map((name) => `${row}.${name}`);

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
