import type { Insertable } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type ListQuery, metaOf } from "@/lib/input/list.ts";
import { withMember } from "@/lib/records/joins.ts";
import { paged } from "@/lib/records/lists.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { RequestKind } from "@/lib/privacy/request.ts";

type Noted = Omit<Insertable<Schema["privacy_requests"]>, "company_id" | "created_by">;

export async function noteRequest(trx: Trx, actor: Actor, noted: Noted): Promise<void> {
  await trx.insertInto("privacy_requests")
    .values({ ...noted, company_id: actor.companyId, created_by: actor.userId }).execute();
}

/** A page of the log, the newest first. Two statements. */
export async function listRequests(db: Db, { companyId }: Tenant, listQuery: ListQuery) {
  const kind = listQuery.kind as RequestKind | undefined;
  const requests = db.selectFrom("privacy_requests as t").where("t.company_id", "=", companyId)
    .$if(kind !== undefined, (query) => query.where("t.kind", "=", kind!));
  const { total } = await requests.select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = requests.select(["t.id", "t.created_at", "t.kind", "t.noun", "t.record_id"])
    .select(["t.records", "t.reason", "t.outcome"]).$call(withMember("by", "t.created_by"));
  const records = await paged(rows, listQuery).execute();
  return {
    records: records.map(({ by, ...record }) => ({ ...record, created_by: by })),
    meta: metaOf(listQuery, total),
  };
}
