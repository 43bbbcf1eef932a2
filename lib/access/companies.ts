import { sql } from "kysely";
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
export async function nextCompany(
  db: Db,
  after: number,
  isDue = sql<boolean>`true`,
): Promise<number | undefined> {
  const next = await db.selectFrom("companies as c").select("c.id").where("c.id", ">", after)
    .where(isDue).orderBy("c.id").limit(1).executeTakeFirst();
  return next?.id;
}

export function listCompanies(db: Db, { most = 20 } = {}): Promise<Company[]> {
  return db.selectFrom("companies").select(["id", "name", "timezone"])
    .orderBy("id").limit(most).execute();
}
