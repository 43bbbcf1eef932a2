import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Schema } from "@/lib/db/schema.ts";

export interface Answer<Row> {
  rows: Row[];
  count: number;
}

/** SQL of the tables `c` in pg_class: one in partitions is a table, and its partitions are none. */
export const wholeTables = "c.relkind in ('r', 'p') and not c.relispartition";

/** One connection that can copy whole tables, which the query builder cannot. */
export interface Session {
  kind: "postgres" | "pglite";
  query<Row>(text: string, values?: readonly unknown[]): Promise<Answer<Row>>;
  /** The rows in `COPY` text, in chunks of whole rows. */
  copyOut(table: CopyTable): AsyncIterable<Uint8Array>;
  copyIn(table: CopyTable, rows: Uint8Array): Promise<number>;
}

export interface CopyTable {
  schema: string;
  name: string;
  columns: readonly string[];
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

export function pathOf({ schema, name }: Pick<CopyTable, "schema" | "name">): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

export function listOf(columns: readonly string[]): string {
  return columns.map(quoted).join(", ");
}

/** `COPY` writes values by these; what is read does not depend on them but on the encoding. */
export const plainText = `
  set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO';
  set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set jit = off`;

/** The query builder inside the session's own transaction, which its transactions neither begin nor end. */
export function builderOn(session: Session): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new SessionDialect(session) });
}

class SessionDialect implements Dialect {
  constructor(private readonly session: Session) {}
  createDriver = (): Driver => new SessionDriver(this.session);
  createQueryCompiler = () => new PostgresQueryCompiler();
  createAdapter = () => new PostgresAdapter();
  createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db);
}

class SessionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(session: Session) {
    let failure: unknown;
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        try {
          const { rows, count } = await session.query<R>(sql, parameters);
          return { rows, numAffectedRows: BigInt(count) };
        } catch (error) {
          // Later statements of the transaction fail too, and their errors say less.
          throw failure ??= error;
        }
      },
      // deno-lint-ignore require-yield
      async *streamQuery(): AsyncIterableIterator<never> {
        throw new Error("this session has no cursors");
      },
    };
  }

  init = () => Promise.resolve();
  acquireConnection = () => Promise.resolve(this.#connection);
  releaseConnection = () => Promise.resolve();
  destroy = () => Promise.resolve();
  beginTransaction = () => Promise.resolve();
  commitTransaction = () => Promise.resolve();
  rollbackTransaction = () => Promise.resolve();
}
