import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { type Reference, withMember } from "@/lib/records/joins.ts";

interface MemberColumn {
  id: string;
  as: string;
}

/** References to members for a file's rows. Each is looked up once. */
export class MemberNames {
  readonly #references = new Map<number, Reference | null>();

  constructor(private readonly columns: readonly MemberColumn[]) {}

  async addTo(
    rows: Record<string, unknown>[],
    db: Db,
    { companyId }: { companyId: number },
  ): Promise<void> {
    const ids = this.columns.flatMap(({ id }) => rows.map((row) => row[id] as number | null));
    const missing = [...new Set(ids)].filter((id) => id !== null && !this.#references.has(id));
    if (missing.length > 0) {
      const members = await db.selectFrom("user_companies as t").select("t.user_id")
        .$call(withMember("member", "t.user_id")).where("t.company_id", "=", companyId)
        .where(sql<boolean>`t.user_id = any (${missing}::integer[])`).execute();
      for (const id of missing) this.#references.set(id!, null);
      for (const { user_id, member } of members) this.#references.set(user_id, member);
    }
    for (const row of rows) {
      for (const { id, as } of this.columns) {
        row[as] = this.#references.get(row[id] as number) ?? null;
      }
    }
  }
}
