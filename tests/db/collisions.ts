/** Collisions of transactions that a retry gets past, as Postgres itself reports them. */
import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";

export interface Collision {
  name: string;
  code: string;
}

export const collisions: Collision[] = [
  { name: "serialization failure", code: "40001" },
  { name: "deadlock", code: "40P01" },
];

/** Makes what fails in the database the first time that it is called, and never again. */
export function failsOnce({ code }: Collision = collisions[0]!): (trx: BareTrx) => Promise<void> {
  let failed = false;
  return async (trx) => {
    if (failed) return;
    failed = true;
    await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(trx);
  };
}
