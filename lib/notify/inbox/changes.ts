import { sql } from "kysely";
import type { Device } from "@/lib/access/devices.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { inboxRows, toPhone } from "@/lib/notify/sending/phone_notification.ts";
import { type Cursor, floorNow } from "@/lib/notify/streams/cursor.ts";
import type { Position } from "@/lib/notify/streams/position.ts";

export interface Wanted {
  device: Device;
  /** The cursor to continue from; null reads no change, only the feed's newest position. */
  after: Cursor | null;
  /** Rows above it that the phone has, by their `seq`. */
  ahead: Position["ahead"];
  most: number;
}

export interface Change extends Cursor {
  notification: ReturnType<typeof toPhone>;
}

export interface InboxChanges {
  /** False once it is unpaired, or the member who paired it is disabled. */
  isLive: boolean;
  changes: Change[];
}

/**
 * Reads changes that phones have not seen, in the order of `wanted`; one statement, so `floor`
 * fits.
 */
export async function readChanges(
  db: Db,
  { companyId }: Tenant,
  wanted: Wanted[],
): Promise<{ floor: number; inboxes: InboxChanges[] }> {
  const rows = await db.selectFrom(phones(wanted))
    .leftJoinLateral(
      // "offset 0" keeps both a look-up
      db.selectFrom("devices").select(["id", "company_id", "member_id", "revoked_at"])
        .where("company_id", "=", companyId).where("id", "=", sql.ref<string>("w.device_id"))
        .offset(sql.lit(0)).as("d"),
      (join) => join.on("d.revoked_at", "is", null),
    )
    .leftJoinLateral(
      db.selectFrom("user_companies").select("disabled_at")
        .where("company_id", "=", sql.ref<number>("d.company_id"))
        .where("user_id", "=", sql.ref<number>("d.member_id")).offset(sql.lit(0)).as("m"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      inboxRows(db)
        .where("r.company_id", "=", companyId).where("r.user_id", "=", sql.ref<string>("w.user_id"))
        .where(sql<boolean>`(r.internal = false or w.is_member)`)
        .where(sql<boolean>`(r.changed_txid, r.seq) > (w.txid, w.seq)`)
        .where(sql<boolean>`not (r.changed_txid || '-' || r.seq) = any(w.ahead)`)
        .orderBy("r.changed_txid").orderBy("r.seq")
        .limit(sql<number>`w.most`).as("c"),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      "w.at as at",
      floorNow.as("floor"),
      eb.and([eb("d.id", "is not", null), eb("m.disabled_at", "is", null)]).as("is_live"),
    ])
    .selectAll("c").orderBy("w.at").orderBy("c.txid").orderBy("c.seq").execute();
  const changesOf: InboxChanges[] = wanted.map(() => ({ isLive: false, changes: [] }));
  for (const { at, is_live, floor: _, ...row } of rows) {
    changesOf[at]!.isLive = Boolean(is_live);
    if (row.id === null) continue;
    const { txid, seq } = row as Row;
    changesOf[at]!.changes.push({ notification: toPhone(row as Row), txid, seq });
  }
  return { floor: rows[0]!.floor, inboxes: changesOf };
}

type Row = Parameters<typeof toPhone>[0];

interface Phone {
  at: number;
  device_id: string;
  user_id: string;
  is_member: boolean;
  txid: number | null;
  seq: number | null;
  ahead: string[];
  most: number;
}

function phones(wanted: Wanted[]) {
  const phones = wanted.map(({ device, after, ahead, most }, at): Phone => ({
    at,
    device_id: device.id,
    user_id: device.userId,
    is_member: device.memberId !== null,
    txid: after?.txid ?? null,
    seq: after?.seq ?? null,
    ahead: [...ahead].map(([seq, txid]) => `${txid}-${seq}`),
    most,
  }));
  return sql<Phone>`json_to_recordset(${JSON.stringify(phones)}::json)`.as<"w">(
    sql`w(at int, device_id uuid, user_id text, is_member boolean, txid bigint, seq bigint,
      ahead text[], most int)`,
  );
}
