/** Invariants of the table that says which company a digest is of: docs/decisions/0085. */
import { type RawBuilder, sql } from "kysely";
import { digestTables } from "@/lib/access/tokens.ts";
import type { Invariant } from "@/lib/invariants/invariant.ts";

/** Tables of the rows that credentials are of, and the digests of these. */
const sources = [
  ...Object.entries(digestTables).map(([kind, table]) => ({ kind, table, digest: sql`t.digest` })),
  { kind: "hook", table: "meta_apps", digest: sql`sha256(convert_to(t.hook, 'UTF8'))` },
];

export const credentialInvariants: Invariant[] = [
  {
    name: "a-credential-each",
    table: "credentials",
    faults: ({ companyId }) =>
      each(
        ({ kind, table, digest }) =>
          sql`select ${sql.lit(`${kind} `)} || t.id as id from ${sql.table(table)} t
          where t.company_id = ${companyId} and not exists (
            select from credentials c
            where c.digest = ${digest} and c.kind = ${kind} and c.company_id = ${companyId})`,
      ),
  },
  {
    // A digest signs callbacks: not even a part of it is told.
    name: "credentials-of-something",
    table: "credentials",
    faults: ({ companyId }) =>
      sql`
      select kind || ' ' || count(*) as id from (
        select kind, digest from credentials where company_id = ${companyId}
        except (${
        each(
          ({ kind, table, digest }) =>
            sql`select ${sql.lit(kind)}, ${digest} from ${sql.table(table)} t
              where t.company_id = ${companyId}`,
        )
      })
      ) loose group by kind`,
  },
];

function each(
  select: (source: typeof sources[number]) => RawBuilder<unknown>,
): RawBuilder<{ id: string }> {
  return sql`${sql.join(sources.map(select), sql` union all `)}`;
}
