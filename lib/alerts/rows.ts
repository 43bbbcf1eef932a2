/** The rows of alerts, and the one that says who looked and who was told. */
import { sql } from "kysely";
import type { AlertClass, AlertName, Facts } from "@/lib/alerts/alert.ts";
import { type AlertRow, type Changes, type Way, withinHour } from "@/lib/alerts/state.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";

/** Looks closer together than this are one instance's too many. */
const turnSeconds = 10;
const tellingSeconds = 120;
/** So long a standby that is gone is missed. */
const standbyDays = 7;

const columns = { mailed_at: "mailed", noticed_at: "noticed" } as const;

export async function readAlerts(db: Db): Promise<AlertRow[]> {
  const rows = await db.selectFrom("alerts").selectAll().orderBy("since").orderBy("name")
    .orderBy("subject").execute();
  return rows.map((row) => ({
    ...row,
    name: row.name as AlertName,
    class: row.class as AlertClass,
    facts: row.facts as Facts,
  }));
}

/** Takes the turn of looking at the installation; null where another instance has just had it. */
export async function takeTurn(trx: BareTrx, now: Date): Promise<{ standbys: number } | null> {
  const before = new Date(now.getTime() - turnSeconds * 1_000);
  const row = await trx.updateTable("alert_looks").set({ looked_at: now })
    .where((where) =>
      where.or([
        where("looked_at", "is", null),
        where("looked_at", "<=", before),
        // A clock that was put back.
        where("looked_at", ">", now),
      ])
    ).returning("standbys").executeTakeFirst();
  return row ?? null;
}

/** Remembers the most standbys seen within a week. */
export async function noteStandbys(trx: BareTrx, count: number, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - standbyDays * 86_400_000);
  await trx.updateTable("alert_looks").set({ standbys: count, standbys_at: now })
    .where((where) =>
      where.or([where("standbys", "<=", count), where("standbys_at", "<", forgotten)])
    ).execute();
}

export async function writeChanges(trx: BareTrx, { put, removed }: Changes): Promise<void> {
  if (removed.length > 0) await removeAlerts(trx, removed);
  if (put.length === 0) return;
  await trx.insertInto("alerts")
    .values(put.map((row) => ({ ...row, facts: JSON.stringify(row.facts) })))
    .onConflict((conflict) =>
      conflict.columns(["name", "subject"]).doUpdateSet((set) => ({
        facts: set.ref("excluded.facts"),
        since: set.ref("excluded.since"),
        began_at: set.ref("excluded.began_at"),
        cleared_at: set.ref("excluded.cleared_at"),
        ended_at: set.ref("excluded.ended_at"),
      }))
    ).execute();
}

type Key = Pick<AlertRow, "name" | "subject">;

/** One that has come back meanwhile stays. */
export async function removeAlerts(trx: Db, rows: readonly Key[]): Promise<void> {
  await sql`delete from alerts a using json_to_recordset(${keysOf(rows)}::json)
    as gone(name text, subject text)
    where a.name = gone.name and a.subject = gone.subject
      and (a.began_at is null or a.ended_at is not null)`.execute(trx);
}

function keysOf(rows: readonly Key[]): string {
  return JSON.stringify(rows.map(({ name, subject }) => ({ name, subject })));
}

/** When messages left within the hour; null where another instance is telling. */
export async function beginTelling(db: Db, now: Date): Promise<Record<Way, Date[]> | null> {
  const telling_until = new Date(now.getTime() + tellingSeconds * 1_000);
  const row = await db.updateTable("alert_looks").set({ telling_until })
    .where((where) =>
      where.or([where("telling_until", "is", null), where("telling_until", "<=", now)])
    )
    .returning(["mailed", "noticed"]).executeTakeFirst();
  const instants = (texts: string[]) => withinHour(texts.map((text) => new Date(text)), now);
  return row ? { mailed_at: instants(row.mailed), noticed_at: instants(row.noticed) } : null;
}

export async function endTelling(db: Db): Promise<void> {
  await db.updateTable("alert_looks").set({ telling_until: null }).execute();
}

/** Notes that the rows' message has left, and when the others of the hour did. */
export async function noteMessage(
  trx: BareTrx,
  rows: readonly Key[],
  { way, now, sentAt }: { way: Way; now: Date; sentAt: readonly Date[] },
): Promise<void> {
  await sql`update alerts a set ${sql.ref(way)} = ${now}
    from json_to_recordset(${keysOf(rows)}::json) as one(name text, subject text)
    where a.name = one.name and a.subject = one.subject`.execute(trx);
  await trx.updateTable("alert_looks").set({
    [columns[way]]: JSON.stringify(sentAt),
    telling_until: new Date(now.getTime() + tellingSeconds * 1_000),
  }).execute();
}
