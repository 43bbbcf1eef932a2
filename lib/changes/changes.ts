import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { compare, type Cursor, floorNow, settle } from "@/lib/notify/streams/cursor.ts";
import { companyVerbs } from "@/lib/records/activities.ts";
import { withMember } from "@/lib/records/joins.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { subjectKinds } from "@/lib/records/subject.ts";
import { currentMs } from "@/lib/tools/clock.ts";

const maxChanges = 200;
/** A transaction may commit this long after the instant that its activities carry. */
const marginMs = 1_000;
const oldestMs = 3_600_000;

/** Reads changes in their transactions' order. `unsettled`: one may still appear. One statement. */
export async function readChanges(db: Db, tenant: Tenant, after: Cursor) {
  const rows = await changeRows(db, tenant)
    .where(sql<boolean>`(a.txid, a.id) > (${after.txid}, ${after.seq})`)
    .orderBy("a.txid").orderBy("a.id").limit(maxChanges).execute();
  const { settled, unsettled } = settle(rows);
  const changes = settled.map(toChange);
  return {
    changes,
    cursor: changes.at(-1)?.cursor ?? after,
    more: settled.length === maxChanges,
    unsettled,
  };
}
export type Read = Awaited<ReturnType<typeof readChanges>>;
export type Change = Read["changes"][number];

export async function readChangesSince(db: Db, tenant: Tenant, since: Date, until: Cursor) {
  const begin = new Date(Math.max(since.getTime() - marginMs, currentMs() - oldestMs));
  const rows = await changeRows(db, tenant)
    .where("a.at", ">=", begin)
    .where(sql<boolean>`(a.txid, a.id) <= (${until.txid}, ${until.seq})`)
    .orderBy("a.at", "desc").orderBy("a.id", "desc").limit(maxChanges).execute();
  return rows.map(toChange).sort((a, b) => compare(a.cursor, b.cursor));
}

/** Members who may see the company's changes. One statement. */
export async function readMembers(db: Db, { companyId }: Tenant): Promise<Set<number>> {
  const rows = await db.selectFrom("user_companies").select("user_id")
    .where("company_id", "=", companyId).where("disabled_at", "is", null).execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

function changeRows(db: Db, { companyId }: Tenant) {
  return db.selectFrom("activities as a").$call(withMember("actor", "a.actor_id"))
    .select(["a.id as seq", "a.at", "a.verb", "a.actor_kind", "a.timeline_client_id"])
    .select(floorNow.as("floor"))
    .select(sql<number>`a.txid`.as("txid"))
    .select(subjectKinds.map((kind) => `a.${nouns[kind].key}` as const)).select("a.channel_id")
    .where("a.company_id", "=", companyId).where("a.txid", "is not", null)
    .where("a.verb", "not in", companyVerbs);
}

type Row = Awaited<ReturnType<ReturnType<typeof changeRows>["execute"]>>[number];

function toChange(row: Row) {
  const noun = subjectKinds.find((kind) => row[nouns[kind].key] !== null);
  const subject = noun
    ? { noun, id: row[nouns[noun].key]! }
    : { noun: "channel" as const, id: row.channel_id! };
  return {
    cursor: { txid: row.txid, seq: row.seq } as Cursor,
    change: {
      ...subject,
      verb: row.verb,
      client_id: row.timeline_client_id,
      actor: row.actor,
      actor_kind: row.actor_kind,
      at: row.at,
    },
  };
}
