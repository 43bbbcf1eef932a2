import type pg from "pg";
import { currentDeadline, Deadline, outsideRequests } from "@/lib/db/deadline.ts";
import { cut } from "@/lib/db/hosts/primary_client.ts";
import { BoundedClient, discard } from "@/lib/db/pool/bounded_client.ts";
import { Growth, refreshStatistics, rowsOfTables, usualGrowthMs } from "@/lib/db/pool/growth.ts";
import type { TypeParser } from "@/lib/db/pool/statement_group.ts";
import { observe } from "@/lib/metrics/registry.ts";
import { StatementNames } from "@/lib/db/pool/statement_names.ts";

function noteWait(ms: number): void {
  observe("relevo_database_wait_seconds", [], ms / 1_000);
}

export interface BoundedPool {
  connect(): Promise<BoundedClient>;
  end(): Promise<void>;
}

interface Options {
  /** Milliseconds, from asking for a connection to its return, outside of requests. */
  deadlineMs: number;
  /** Milliseconds after which the server itself cancels a statement. */
  statementMs: number;
  /** Milliseconds between checks of the tables' growth, while statements are asked. */
  growthMs?: number;
  typeParser: TypeParser;
  /** The server may no longer be the one that takes writes. */
  suspect(): void;
}

const closeMs = 300;

/** A pool in which nothing waits beyond its deadline; connections that miss it are closed. */
export function boundedPool(pool: pg.Pool, options: Options): BoundedPool {
  const open = new Set<pg.PoolClient>();
  const heardAt = new WeakMap<pg.PoolClient, number>();
  let suspectBefore = 0;
  const names = new StatementNames();
  const growth = new Growth();
  const { growthMs = usualGrowthMs } = options;
  let lookedAt = performance.now();
  let isEnded = false;
  pool.on("connect", (client) => {
    open.add(client);
    heardAt.set(client, performance.now());
    client.once("end", () => open.delete(client));
  });

  async function acquire(deadline: Deadline): Promise<pg.PoolClient> {
    while (true) {
      let isLate = false;
      const askedAt = performance.now();
      const client = await deadline.wait(async () => {
        const acquired = await pool.connect();
        if (isLate) acquired.release();
        return acquired;
      }, () => void (isLate = true)).finally(() => noteWait(performance.now() - askedAt));
      if (heardAt.get(client)! < suspectBefore) discard(client);
      else return client;
    }
  }

  async function connect(): Promise<BoundedClient> {
    const deadline = currentDeadline() ?? new Deadline(options.deadlineMs);
    const client = await acquire(deadline);
    const bounded = new BoundedClient(client, deadline, names, options.typeParser, {
      onAnswer: () => heardAt.set(client, performance.now()),
      onTimeout(askedAt) {
        suspectBefore = Math.max(suspectBefore, askedAt);
        options.suspect();
      },
      onReadOnly: options.suspect,
    });
    if (deadline.totalMs > options.statementMs) await bounded.allow(deadline.totalMs);
    return bounded;
  }

  /** Looks at the tables' growth: a plan counts on their old size until the next ANALYZE. */
  async function lookAtGrowth(): Promise<void> {
    const client = await connect();
    try {
      const { rows } = await client.query(rowsOfTables);
      if (growth.hasGrown(rows)) names.renew();
      const { rows: [refreshed] } = await client.query(refreshStatistics);
      if (refreshed.tables.length > 0) names.renew();
    } finally {
      client.release();
    }
  }

  return {
    connect() {
      const now = performance.now();
      if (now - lookedAt >= growthMs && !isEnded) {
        lookedAt = now;
        // A failure is made good by the next look.
        outsideRequests(() => lookAtGrowth().catch(() => {}));
      }
      return connect();
    },
    async end() {
      isEnded = true;
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        open.forEach(cut);
        resolve();
      }, closeMs);
      await Promise.race([pool.end(), late]);
      clearTimeout(timer);
    },
  };
}
