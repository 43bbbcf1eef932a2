import { type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import type pg from "pg";
import {
  currentDeadline,
  DatabaseTimeout,
  Deadline,
  ordinaryMs,
  outsideRequests,
} from "@/lib/db/deadline.ts";
import { Growth, pagesOfTables } from "@/lib/db/growth.ts";
import { StatementNames } from "@/lib/db/statement_names.ts";

interface Options {
  /** Milliseconds, from asking for a connection to its return, outside of requests. */
  deadlineMs: number;
  /** Milliseconds after which the server itself cancels a statement. */
  statementMs: number;
  /** Between looks at how tables grow, while statements are asked. */
  growthMs?: number;
}

const closeMs = 300;
const usualGrowthMs = 5_000;

/** A pool in which nothing waits beyond its deadline; connections that miss it are closed. */
export function boundedPool(pool: pg.Pool, options: Options): PostgresPool {
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
      const client = await deadline.wait(async () => {
        const acquired = await pool.connect();
        if (isLate) acquired.release();
        return acquired;
      }, () => void (isLate = true));
      if (heardAt.get(client)! < suspectBefore) discard(client);
      else if (names.isFresh(client)) return client;
      else client.release(true);
    }
  }

  async function connect(): Promise<BoundedClient> {
    const deadline = currentDeadline() ?? new Deadline(options.deadlineMs);
    const client = await acquire(deadline);
    const bounded = new BoundedClient(client, deadline, names, {
      onAnswer: () => heardAt.set(client, performance.now()),
      onTimeout: (askedAt) => void (suspectBefore = Math.max(suspectBefore, askedAt)),
    });
    if (deadline.totalMs > options.statementMs) await bounded.allow(deadline.totalMs);
    return bounded;
  }

  /** A plan counts on tables as they were, and nothing tells it before the next ANALYZE. */
  async function lookAtGrowth(): Promise<void> {
    const client = await connect();
    try {
      const { rows } = await client.query(pagesOfTables);
      if (growth.hasGrown(rows)) names.renew();
    } finally {
      client.release();
    }
  }

  return {
    options: pool.options,
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

/** Goes out in one write with the statement after it, where a failure shows. */
export const withNext = sql.raw("/* with the next */");
/** The last of its transaction: the commit goes out with it. */
export const withCommit = sql.raw("/* with the commit */");

const isWithNext = /^\s*\/\* with the next \*\//;
const isWithCommit = /^\s*\/\* with the commit \*\//;

type Result = pg.QueryResult;

const nothing: Result = { command: "", rowCount: null, rows: [], oid: 0, fields: [] };

class BoundedClient implements PostgresPoolClient {
  #lost: DatabaseTimeout | undefined;
  #hasOtherLimits = false;
  /** Statements without parameters that were asked for and go out with what follows them. */
  #before: string[] = [];
  #isInTransaction = false;
  #commit: Promise<Result> | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly deadline: Deadline,
    private readonly names: StatementNames,
    private readonly on: { onAnswer(): void; onTimeout(askedAt: number): void },
  ) {}

  query(text: string, values?: readonly unknown[]): Promise<Result>;
  query<T>(cursor: T): T;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    return this.#ask(text as string, [...values]);
  }

  async #ask(text: string, values: unknown[]): Promise<Result> {
    if (text === "begin") this.#isInTransaction = true;
    else if (this.#commit && text !== "commit" && text !== "rollback") {
      throw new Error("this statement comes after the last of its transaction");
    }
    if (text === "begin" || isWithNext.test(text)) {
      this.#before.push(text);
      return nothing;
    }
    const isEnd = text === "commit" || text === "rollback";
    const commit = this.#commit;
    if (isEnd) {
      this.#isInTransaction = false;
      this.#commit = undefined;
      // After its last statement a transaction is over, however that went.
      if (commit) return text === "commit" ? await commit : nothing;
      if (text === "rollback" && this.#before[0] === "begin") {
        this.#before = [];
        return nothing;
      }
    }
    if (!isWithCommit.test(text) || !this.#isInTransaction) return await this.#send(text, values);
    const asked = this.#together(() => [this.#send(text, values), this.#send("commit", [])]);
    this.#commit = asked[1];
    this.#commit!.catch(() => {});
    return await asked[0]!;
  }

  async #send(text: string, values: unknown[]): Promise<Result> {
    const before = this.#before.splice(0).join("; ");
    // Those without parameters can share a message.
    if (values.length === 0) return await this.#put(before ? `${before}; ${text}` : text, []);
    if (!before) return await this.#put(text, values);
    const [first, second] = this.#together(() => [this.#put(before, []), this.#put(text, values)]);
    second!.catch(() => {});
    await first;
    return await second!;
  }

  /** In one write. The server skips what follows a failure in a transaction. */
  #together(ask: () => Promise<Result>[]): Promise<Result>[] {
    const { stream } = connectionOf(this.client);
    stream.cork();
    const asked = ask();
    stream.uncork();
    return asked;
  }

  async #put(text: string, values: unknown[]): Promise<Result> {
    const name = values.length > 0 ? this.names.nameOf(this.client, text) : undefined;
    try {
      return await this.#wait({ name, text, values });
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.names.renew();
      if (this.#isInTransaction) throw error;
      return await this.#wait({ text, values });
    }
  }

  #wait(query: { name?: string; text: string; values: unknown[] }): Promise<Result> {
    if (this.#lost) return Promise.reject(this.#lost);
    const askedAt = performance.now();
    return this.deadline.wait(async () => {
      const result: Result | Result[] = await this.client.query(query);
      this.on.onAnswer();
      return Array.isArray(result) ? result.at(-1)! : result;
    }, () => {
      this.#lost = new DatabaseTimeout(this.deadline.totalMs);
      this.on.onTimeout(askedAt);
      cut(this.client);
    });
  }

  /** Lifts the server's own limits for work that may take longer. */
  async allow(ms: number): Promise<void> {
    this.#hasOtherLimits = true;
    try {
      await this.query(
        "select set_config('statement_timeout', $1, false), set_config('lock_timeout', $1, false)",
        [String(Math.ceil(ms))],
      );
    } catch (error) {
      this.release();
      throw error;
    }
  }

  release(destroy = false): void {
    if (destroy || this.#lost) discard(this.client);
    else if (!this.names.isFresh(this.client)) this.client.release(true);
    else if (this.#hasOtherLimits) this.#returnWithUsualLimits();
    else this.client.release();
  }

  /** Nobody waits for it: a new connection would cost the next caller more. */
  #returnWithUsualLimits(): void {
    new Deadline(ordinaryMs).wait(
      () => this.client.query("reset statement_timeout; reset lock_timeout"),
      () => cut(this.client),
    ).then(() => this.client.release(), () => discard(this.client));
  }
}

function discard(client: pg.PoolClient): void {
  // A polite end would wait for a server that may never answer.
  cut(client);
  client.release(true);
}

/** A table has changed since the statement was prepared. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "0A000" && /cached plan must not change result type/.test(message ?? "");
}

/** Closes the socket without a word to the server. */
export function cut(client: pg.ClientBase): void {
  connectionOf(client).stream.destroy();
}

interface Stream {
  cork(): void;
  uncork(): void;
  destroy(): void;
}

function connectionOf(client: pg.ClientBase) {
  return (client as unknown as { connection: { stream: Stream } }).connection;
}
