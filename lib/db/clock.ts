import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";

export async function readClock(db: Db): Promise<Date> {
  const { rows: [row] } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return row!.now;
}
