import {
  AbortedTransactionError,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from "kysely";
import { BoundedClient } from "@/lib/db/pool/bounded_client.ts";
import type { BoundedPool } from "@/lib/db/pool/bounded_pool.ts";

/** Postgres by a pool whose clients send the begin and the commit with other statements. */
export class BoundedDialect implements Dialect {
  constructor(private readonly pool: BoundedPool) {}

  createDriver(): Driver {
    return new BoundedDriver(this.pool);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  // deno-lint-ignore no-explicit-any -- the interface's own type
  createIntrospector(db: Kysely<any>): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }
}

class BoundedDriver implements Driver {
  #isEnded = false;

  constructor(private readonly pool: BoundedPool) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<BoundedClient> {
    const client = await this.pool.connect();
    if (!this.#isEnded) return client;
    client.release();
    throw new Error("driver has already been destroyed");
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return clientOf(connection).begin(settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { command } = await clientOf(connection).end("commit");
    if (command === "ROLLBACK") throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const client = clientOf(connection);
    try {
      await client.end("rollback");
    } catch (error) {
      client.discardAtRelease();
      throw error;
    }
  }

  // deno-lint-ignore require-await
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    clientOf(connection).release();
  }

  destroy(): Promise<void> {
    this.#isEnded = true;
    return this.pool.end();
  }
}

function clientOf(connection: DatabaseConnection): BoundedClient {
  if (connection instanceof BoundedClient) return connection;
  throw new TypeError("a connection of another pool");
}
