import type { Db } from "@/lib/db/connection.ts";

/** A company as the operator sees it. */
export interface Company {
  id: number;
  name: string;
}

/** The company, asked as the connecting role. `undefined` for none. */
export function findCompany(db: Db, id: number): Promise<Company | undefined> {
  return db.selectFrom("companies").select(["id", "name"])
    .where("id", "=", id).executeTakeFirst();
}

/** The first companies by number, asked as the connecting role. */
export function listCompanies(db: Db, { most = 20 } = {}): Promise<Company[]> {
  return db.selectFrom("companies").select(["id", "name"])
    .orderBy("id").limit(most).execute();
}
