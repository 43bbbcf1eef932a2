import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { type NounName, nouns } from "@/lib/records/nouns.ts";
import { limitWords } from "@/lib/words/limits.ts";

/** This close to the bound, makers of the noun's records take turns. */
const closeToIt = 20_000;

/**
 * Checks the bound on live records by the kept count; close to it, the next caller waits for this
 * transaction. @throws Problem limit_reached
 */
export async function checkRoom(
  trx: Trx,
  { companyId }: Tenant,
  noun: NounName,
  max: number,
  more = 1,
): Promise<void> {
  if (more <= 1 && await countLive(trx, companyId, noun) + more <= max - closeToIt) return;
  const lock = `${nouns[noun].table} of ${companyId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
  if (await countLive(trx, companyId, noun) + more <= max) return;
  throw problem("limit_reached", {
    sentence: limitWords.records.company(max),
    details: { of: nouns[noun].table, per: "company", limit: max },
  });
}

async function countLive(trx: Trx, companyId: number, noun: NounName): Promise<number> {
  const { count } = await trx.selectFrom("record_counts")
    .select(sql<number>`coalesce(sum(n), 0)`.as("count"))
    .where("company_id", "=", companyId).where("kind", "=", noun).executeTakeFirstOrThrow();
  return count;
}
