import { type RawBuilder, sql } from "kysely";
import { problem } from "@/lib/input/errors.ts";
import type { BulkCall, BulkNounName, BulkUndo } from "@/lib/records/bulk/bulk_noun.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { inputWords } from "@/lib/words/input.ts";

/** A record stays trashed while another has its unique value. @param one.field for the error */
export function leaveTaken(
  { trx, member }: BulkCall,
  noun: BulkNounName,
  { field, same }: { field: string; same: RawBuilder<boolean> },
): BulkUndo {
  const table = sql.table(nouns[noun].table);
  const blocked = new Set<number>();
  return {
    async gather(rows) {
      const ids = rows.filter(({ was }) => was.deleted_at !== null).map(({ id }) => id);
      if (ids.length === 0) return;
      const result = await sql<{ id: number }>`
        select t.id from ${table} t
        where t.company_id = ${member.companyId} and t.id = any (${ids}::integer[]) and exists (
          select from ${table} other
          where other.company_id = ${member.companyId} and other.id <> t.id
            and other.deleted_at is null and ${same})`.execute(trx);
      for (const { id } of result.rows) blocked.add(id);
    },
    check({ id }) {
      if (blocked.has(id)) throw problem("duplicate", { fields: { [field]: inputWords.taken } });
    },
  };
}
