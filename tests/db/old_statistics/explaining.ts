/** A database that explains each statement as it runs it. */
import {
  CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { mayPrepare } from "@/lib/db/pool/statement_names.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { notingSites, siteOf } from "../../support/sites.ts";
import { noteAsked } from "../companies/named.ts";
import { literalOf } from "../explain.ts";

/** A node of a plan, as EXPLAIN has it. */
interface Node {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
}

export interface Handled {
  sql: string;
  /** Place in `lib` that asks it. */
  site?: string;
  /** Rows that its nodes gave or removed. */
  handled: number;
  /** Rows that it gives or changes. */
  given: number;
  plan: string;
}

interface Options {
  /** Whether changes stay; otherwise each transaction is taken back. */
  isKept?: boolean;
  /** So often a text is explained at most, so that a long walk stays short. */
  most?: number;
}

/** Runs statements as they are and tells how many rows each handled. */
export function explaining(
  db: Db,
  tell: (handled: Handled) => void,
  { isKept = false, most = Infinity }: Options = {},
): Db {
  const setup = { db, tell, isKept, most, counts: new Map<string, number>() };
  return notingSites(new Kysely<Schema>({ dialect: new ExplainingDialect(setup) }));
}

interface Setup extends Required<Options> {
  db: Db;
  tell(handled: Handled): void;
  /** Of each text that was explained. */
  counts: Map<string, number>;
}

class ExplainingDialect implements Dialect {
  constructor(private readonly setup: Setup) {}

  createDriver(): Driver {
    const { setup } = this;
    return {
      init: () => Promise.resolve(),
      acquireConnection: () => Promise.resolve(new ExplainingConnection(setup)),
      beginTransaction: (connection) => ownOf(connection).begin(),
      commitTransaction: (connection) => ownOf(connection).end(setup.isKept),
      rollbackTransaction: (connection) => ownOf(connection).end(false),
      releaseConnection: () => Promise.resolve(),
      destroy: () => Promise.resolve(),
    };
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Db): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }
}

class ExplainingConnection implements DatabaseConnection {
  #trx: ControlledTransaction<Schema> | undefined;
  #role: string | undefined;

  constructor(private readonly setup: Setup) {}

  async begin(): Promise<void> {
    this.#trx = await this.setup.db.startTransaction().execute();
    this.#role = undefined;
  }

  async end(isKept: boolean): Promise<void> {
    const trx = this.#trx;
    this.#trx = undefined;
    await (isKept ? trx?.commit() : trx?.rollback())?.execute();
  }

  async executeQuery<R>({ sql, parameters, queryId }: CompiledQuery): Promise<QueryResult<R>> {
    const isAlone = this.#trx === undefined;
    if (isAlone) await this.begin();
    this.#role = /set_config\('role', '(\w+)'/.exec(sql)?.[1] ?? this.#role;
    let isDone = false;
    try {
      if (this.#isExplained(sql)) await this.#explain(sql, parameters, siteOf(queryId));
      const result = await this.#run<R>(sql, parameters);
      isDone = true;
      return result;
    } finally {
      if (isAlone) await this.end(this.setup.isKept && isDone);
    }
  }

  #isExplained(text: string): boolean {
    if (!isExplained(text)) return false;
    const { counts, most } = this.setup;
    const count = counts.get(text) ?? 0;
    if (most < Infinity) counts.set(text, count + 1);
    return count < most;
  }

  // deno-lint-ignore require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("no cursors here");
  }

  #run<R>(text: string, values: readonly unknown[] = []): Promise<QueryResult<R>> {
    return this.#trx!.executeQuery<R>(CompiledQuery.raw(text, [...values]));
  }

  /**
   * Planned for its values, and for all where it may be prepared: the worse is told. A statement
   * that fails is left to fail by itself.
   */
  async #explain(text: string, values: readonly unknown[], site?: string): Promise<void> {
    await this.#run("savepoint explained");
    const plans: Explained[] = [];
    try {
      plans.push(await this.#planOf(text, values));
    } catch {
      // It fails again below.
    }
    await this.#run("rollback to savepoint explained");
    if (plans.length === 0) return;
    if (values.length > 0 && mayPrepare(text)) {
      await this.#run("set local plan_cache_mode = force_generic_plan");
      await this.#run(`prepare explained as ${text}`);
      const list = values.map(literalOf).join(", ");
      const prepared = await this.#planOf(`execute explained (${list})`, []).catch(() => undefined);
      await this.#run("rollback to savepoint explained");
      await this.#run("deallocate explained");
      if (prepared) plans.push(prepared);
    }
    const worst = plans.map((plan) => handledBy(text, plan))
      .reduce((worse, one) => one.handled > worse.handled ? one : worse);
    if (site) noteAsked(text, { site, isWorker: this.#role === "relevo_worker" });
    this.setup.tell({ ...worst, site });
  }

  async #planOf(text: string, values: readonly unknown[]): Promise<Explained> {
    const before = await this.#readOfTables();
    const { rows } = await this.#run<{ "QUERY PLAN": [{ Plan: Node }] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    const read = await this.#readOfTables() - before;
    return { plan: rows[0]!["QUERY PLAN"][0].Plan, read };
  }

  /** Triggers and foreign keys show in no plan. */
  async #readOfTables(): Promise<number> {
    const { rows } = await this.#run<{ read: number }>(`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read
      from pg_stat_xact_user_tables`);
    return rows[0]!.read;
  }
}

function ownOf(connection: DatabaseConnection): ExplainingConnection {
  if (connection instanceof ExplainingConnection) return connection;
  throw new TypeError("a connection of another driver");
}

const explained = /^\s*(\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/i;

function isExplained(text: string): boolean {
  return explained.test(text) && !text.includes("set_config(");
}

interface Explained {
  plan: Node;
  /** Rows of tables that it read. */
  read: number;
}

function handledBy(text: string, { plan, read }: Explained): Handled {
  const nodes = nodesOf(plan);
  const handled = nodes.map((node) => {
    const { "Actual Loops": loops = 1 } = node;
    const isScan = node["Node Type"].endsWith("Scan") && node["Relation Name"];
    return loops *
      ((isScan ? node["Actual Rows"] ?? 0 : 0) + (node["Rows Removed by Filter"] ?? 0) +
        (node["Rows Removed by Join Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0));
  });
  const changed = nodes.filter((node) => node["Node Type"] === "ModifyTable")
    .map(({ Plans = [] }) =>
      Plans.find((child) => child["Parent Relationship"] === "Outer")?.["Actual Rows"] ?? 0
    );
  return {
    sql: text,
    handled: Math.max(read, handled.reduce((sum, rows) => sum + rows, 0)),
    given: Math.max(plan["Actual Rows"] ?? 0, ...changed),
    plan: drawn(plan, 0),
  };
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function drawn(node: Node, depth: number): string {
  const { "Actual Rows": rows, "Actual Loops": loops } = node;
  const removed = (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Join Filter"] ?? 0);
  const line = [
    `${"  ".repeat(depth)}${node["Node Type"]}`,
    node["Relation Name"],
    node["Index Name"],
    `${rows} rows, ${removed} removed, ${loops} times`,
  ].filter(Boolean).join(" ");
  return [line, ...(node.Plans ?? []).map((child) => drawn(child, depth + 1))].join("\n");
}
