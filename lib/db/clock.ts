import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { followClock } from "@/lib/tools/clock.ts";

export async function readClock(db: Db): Promise<Date> {
  const { rows: [row] } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return row!.now;
}

/** Has this process go by the database's clock. @returns seconds by which that one is ahead */
export function followDatabase(db: Db): Promise<number> {
  return followClock(() => readClock(db));
}
