/** Invariants of files, whose bytes are in rows. */
import { sql } from "kysely";
import type { Invariant } from "@/lib/invariants/invariant.ts";

export const fileInvariants: Invariant[] = [{
  name: "bytes-are-as-many-as-said",
  table: "files",
  faults: ({ companyId }) =>
    sql`
    select f.id::text from files f left join (
      select file_id, sum(length(bytes)) as size, count(*) as n, max(number) as last
      from file_chunks where company_id = ${companyId} group by 1
    ) c on c.file_id = f.id
    where f.company_id = ${companyId} and f.state = 'kept'
      and (f.size <> coalesce(c.size, 0) or c.last is distinct from c.n - 1 and c.n > 0)`,
}];
