import type { Db } from "@/lib/db/connection.ts";

/** The sample companies, which customers write to. */
export async function sampleCompanies(db: Db) {
  return await db.selectFrom("companies").select(["id as companyId", "name as company", "email"])
    .where("id", "in", [1, 2]).orderBy("id").execute();
}
