import { sql } from "kysely";
import type { Database } from "@/lib/db/connection.ts";
import type { Log } from "@/lib/tools/log.ts";

/** A transaction that has written, on the whole server, and stays open. */
export interface OpenTransaction {
  pid: number | null;
  seconds: number;
  database: string | null;
  login: string | null;
  name: string | null;
}

interface Row extends OpenTransaction {
  id: string;
}

const oldMs = 60_000;

/**
 * Watches long transactions: vacuum cannot clean up behind them, and one of a company holds back
 * its feeds. Without pg_monitor their age counts from when they were first seen.
 */
export class OpenTransactions {
  #seenAt = new Map<string, number>();
  #old = new Map<string, OpenTransaction>();

  constructor(
    private readonly database: Pick<Database, "db" | "kind">,
    private readonly log: Log,
  ) {}

  get old(): OpenTransaction[] {
    return [...this.#old.values()].sort((a, b) => b.seconds - a.seconds);
  }

  /** Finds and logs each once. @param now in milliseconds, of one clock for all calls */
  async look(now = performance.now()): Promise<void> {
    if (this.database.kind !== "postgres") return;
    const seenAt = new Map<string, number>();
    const old = new Map<string, OpenTransaction>();
    for (const { id, ...open } of await this.#read()) {
      const firstAt = this.#seenAt.get(id) ?? now;
      seenAt.set(id, firstAt);
      const seconds = Math.max(open.seconds, Math.floor((now - firstAt) / 1_000));
      if (seconds * 1_000 < oldMs) continue;
      old.set(id, { ...open, seconds });
      if (!this.#old.has(id)) this.log.warn("transaction_stays_open", { ...open, seconds });
    }
    [this.#seenAt, this.#old] = [seenAt, old];
  }

  async #read(): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select backend_xid::text as id, pid, datname as database, usename as login,
        application_name as name,
        coalesce(floor(extract(epoch from clock_timestamp() - xact_start)), 0)::int as seconds
      from pg_stat_activity where backend_xid is not null
      union all
      select transaction::text, null, database, owner, gid,
        floor(extract(epoch from clock_timestamp() - prepared))::int
      from pg_prepared_xacts`.execute(this.database.db);
    return rows;
  }
}
