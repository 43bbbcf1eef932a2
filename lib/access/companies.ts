import type { Db } from "@/lib/db/connection.ts";

export interface Company {
  id: number;
  name: string;
  timezone: string;
}

export function findCompany(db: Db, id: number): Promise<Company | undefined> {
  return db.selectFrom("companies").select(["id", "name", "timezone"])
    .where("id", "=", id).executeTakeFirst();
}

/** The id that follows `after`. */
export async function nextCompany(db: Db, after: number): Promise<number | undefined> {
  const next = await db.selectFrom("companies").select("id").where("id", ">", after)
    .orderBy("id").limit(1).executeTakeFirst();
  return next?.id;
}

export function listCompanies(db: Db, { most = 20 } = {}): Promise<Company[]> {
  return db.selectFrom("companies").select(["id", "name", "timezone"])
    .orderBy("id").limit(most).execute();
}
