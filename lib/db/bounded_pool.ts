import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { currentDeadline, DatabaseTimeout, Deadline, ordinaryMs } from "@/lib/db/deadline.ts";

interface Options {
  /** Milliseconds, from asking for a connection to its return, outside of requests. */
  deadlineMs: number;
  /** Milliseconds after which the server itself cancels a statement. */
  statementMs: number;
}

const closeMs = 300;

/** A pool in which nothing waits beyond its deadline; connections that miss it are closed. */
export function boundedPool(pool: pg.Pool, options: Options): PostgresPool {
  const open = new Set<pg.PoolClient>();
  const heardAt = new WeakMap<pg.PoolClient, number>();
  let suspectBefore = 0;
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
      if (heardAt.get(client)! >= suspectBefore) return client;
      discard(client);
    }
  }

  return {
    options: pool.options,
    async connect() {
      const deadline = currentDeadline() ?? new Deadline(options.deadlineMs);
      const client = await acquire(deadline);
      const bounded = new BoundedClient(client, deadline, {
        onAnswer: () => heardAt.set(client, performance.now()),
        onTimeout: (askedAt) => void (suspectBefore = Math.max(suspectBefore, askedAt)),
      });
      if (deadline.totalMs > options.statementMs) await bounded.allow(deadline.totalMs);
      return bounded;
    },
    async end() {
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

/**
 * A statement with this comment is prepared under that name and planned once per connection. Only
 * for look-ups by index, since the plan stays while tables grow.
 */
const plannedOnce = /^\s*\/\* plan once: (\w+) \*\//;

const nothing = { command: "BEGIN", rowCount: null, rows: [] };

class BoundedClient implements PostgresPoolClient {
  #lost: DatabaseTimeout | undefined;
  #hasOtherLimits = false;
  /** A "begin" that was asked for and goes out with what follows it. */
  #hasToBegin = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly deadline: Deadline,
    private readonly on: { onAnswer(): void; onTimeout(askedAt: number): void },
  ) {}

  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  query<T>(cursor: T): T;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (text === "begin") {
      this.#hasToBegin = true;
      return Promise.resolve(nothing);
    }
    return this.#send(text as string, [...values]);
  }

  /** Statements without parameters can share a message, and so a round trip. */
  async #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (!this.#hasToBegin) return await this.#ask(text, values);
    this.#hasToBegin = false;
    if (values.length === 0) return await this.#ask(`begin; ${text}`, values);
    await this.#ask("begin", []);
    return await this.#ask(text, values);
  }

  #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (this.#lost) return Promise.reject(this.#lost);
    const askedAt = performance.now();
    return this.deadline.wait(async () => {
      const name = plannedOnce.exec(text)?.[1];
      const result: pg.QueryResult | pg.QueryResult[] = await this.client
        .query({ name, text, values });
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

/** Closes the socket without a word to the server. */
export function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
