import { sql } from "kysely";
import { v7 } from "uuid";
import type { Erasure } from "@/lib/tools/after_commit.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import type { ErasureList } from "@/lib/privacy/erasure_list.ts";

/** Stores what is erased, and has it listed in DATA_DIR once that is committed. */
export async function noteErasure(
  trx: Trx,
  persons: Pick<Erasure, "companyId" | "contacts" | "clients">,
): Promise<Erasure> {
  const { companyId: company_id, contacts, clients } = persons;
  // By the database's clock, as the records' own `created_at`.
  const at = sql<Date>`clock_timestamp()`;
  const row = await trx.insertInto("erasures")
    .values({ id: v7(), company_id, at, contacts, clients }).returning(["id", "at"])
    .executeTakeFirstOrThrow();
  const erasure = { ...persons, id: row.id, at: row.at.toISOString() };
  trx.afterCommit({ kind: "erased", erasure });
  return erasure;
}

/** Lists all erasures of the database, or those stored since. One statement. */
export async function listErasures(db: Db, since?: Date): Promise<Erasure[]> {
  const rows = await asWorker(
    db,
    (trx) =>
      trx.selectFrom("erasures").selectAll()
        .$if(since !== undefined, (query) => query.where("created_at", ">=", since!))
        .orderBy("created_at").execute(),
  );
  return rows.map(({ company_id: companyId, at, id, contacts, clients }) => ({
    id,
    companyId,
    at: at.toISOString(),
    contacts,
    clients,
  }));
}

/** Longer than any transaction that erases. */
const overlapMs = 15 * 60_000;

/** Keeps the list in DATA_DIR up to date: at once with what is erased here, else within a minute. */
export class Erasures {
  #sweptAt: number;

  constructor(private readonly options: { db: Db; log: Log; list: ErasureList }) {
    this.#sweptAt = Date.now();
  }

  /** Runs a committed transaction's erasures before it is answered. The sweep repeats failures. */
  offer(erasures: Erasure[]): void {
    const { list, log } = this.options;
    try {
      list.add(erasures);
    } catch (error) {
      log.error("erasure_not_listed", describeError(error));
    }
  }

  /** Lists what was erased by other instances, and what could not be listed before. */
  async sweep(): Promise<void> {
    const now = Date.now();
    const { db, list } = this.options;
    list.add(await listErasures(db, new Date(this.#sweptAt - overlapMs)));
    this.#sweptAt = now;
  }
}
