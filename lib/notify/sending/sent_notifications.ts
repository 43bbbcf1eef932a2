import { sql } from "kysely";
import { type Key, limitedTo } from "@/lib/access/keys.ts";
import type { Db } from "@/lib/db/connection.ts";
import { findSent } from "@/lib/notify/sending/notification_pages.ts";
import { type Cursor, floorNow, settle, start, writeCursor } from "@/lib/notify/streams/cursor.ts";

/** Oldest first from `after` on: the key's own, or all of the company's where it may read them. */
export async function listSent(
  db: Db,
  key: Key,
  { after = start, limit }: { after?: Cursor; limit: number },
) {
  const { companyId } = key;
  const sender = limitedTo(key);
  // Each key's own are in order by index: the first of each are enough to find the first of all.
  const rows = await db.selectFrom("api_keys as k")
    .innerJoinLateral(
      (eb) =>
        eb.selectFrom("notifications as n").select(["n.id", "n.txid", "n.seq"])
          .where("n.company_id", "=", companyId).whereRef("n.key_id", "=", "k.id")
          .where(sql<boolean>`(n.txid, n.seq) > (${after.txid}, ${after.seq})`)
          .orderBy("n.txid").orderBy("n.seq").limit(limit + 1).as("n"),
      (join) => join.onTrue(),
    )
    .select(["n.id", "n.txid", "n.seq", floorNow.as("floor")])
    .where("k.company_id", "=", companyId)
    .$if(sender !== undefined, (query) => query.where("k.id", "=", sender!))
    .orderBy("n.txid").orderBy("n.seq").limit(limit + 1).execute();
  const { settled } = settle(rows);
  const page = settled.slice(0, limit);
  const records = await findSent(db, key, page.map(({ id }) => id));
  const byId = new Map(records.map((record) => [record.id, record]));
  return {
    records: page.map(({ id }) => byId.get(id)!),
    meta: { nextCursor: writeCursor(page.at(-1) ?? after), hasMore: settled.length > limit },
  };
}
