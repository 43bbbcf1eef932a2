import type { CompiledQuery, DatabaseConnection, QueryResult, TransactionSettings } from "kysely";
import type pg from "pg";
import { DatabaseTimeout, Deadline, ordinaryMs } from "@/lib/db/deadline.ts";
import { cut } from "@/lib/db/hosts/primary_client.ts";
import { type Departure, departureOf } from "@/lib/db/pool/departure.ts";
import { type Part, StatementGroup, type TypeParser } from "@/lib/db/pool/statement_group.ts";
import { isPlannedForValues, type StatementNames } from "@/lib/db/pool/statement_names.ts";

const nothing: pg.QueryResult = { command: "", rowCount: null, rows: [], oid: 0, fields: [] };
const undone: pg.QueryResult = { ...nothing, command: "ROLLBACK" };
const commit: Part = { text: "commit", values: [], name: "commit" };

/** Of a statement that writes on a server that takes none. */
const readOnly = "25006";

const writes = ["INSERT", "UPDATE", "DELETE", "MERGE"];

export class BoundedClient implements DatabaseConnection {
  #lost: DatabaseTimeout | undefined;
  /** Whether the server ended it; the connection may still look open. */
  #isEnded = false;
  #isUnfit = false;
  #hasOtherLimits = false;
  /** Statements that were asked for and go out with what follows them. */
  #before: Part[] = [];
  #transaction: "none" | "wanted" | "begun" | "ended" = "none";
  /** Settles with the first answer in the transaction; why that failed. */
  #beginning: Promise<void> | undefined;
  #failure: unknown;
  /** Result of the commit that went out with the last statement. */
  #committed: pg.QueryResult | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly deadline: Deadline,
    private readonly names: StatementNames,
    private readonly typeParser: TypeParser,
    private readonly on: {
      onAnswer(): void;
      onTimeout(askedAt: number): void;
      onReadOnly(): void;
    },
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text, parameters: values } = query;
    try {
      const { departure, take } = departureOf(query);
      const { command, rowCount, rows } = await this.#ask({ text, values, take }, departure);
      const numAffectedRows = writes.includes(command) ? BigInt(rowCount ?? 0) : undefined;
      return { numAffectedRows, rows: rows ?? [] };
    } catch (error) {
      throw traced(error, new Error());
    }
  }

  // deno-lint-ignore require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("this pool has no cursors");
  }

  query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    return this.#ask({ text, values });
  }

  /** The begin goes out with the first statement. */
  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    await this.#beginning;
    const level = isolationLevel && `isolation level ${isolationLevel}`;
    const text = ["begin", level, accessMode].filter(Boolean).join(" ");
    this.#transaction = "wanted";
    this.#before = [{ text, values: [], name: text === "begin" ? text : undefined }];
  }

  async #ask(part: Part, departure?: Departure): Promise<pg.QueryResult> {
    // Before it is known whether the transaction has begun, nothing else may be sent.
    await this.#beginning;
    if (this.#isOver) {
      throw this.#failure ?? new Error("the transaction of this statement is over");
    }
    if (this.#transaction === "none") return await this.#send(part);
    if (departure === "next") {
      this.#before.push(part);
      return nothing;
    }
    const before = this.#before.splice(0);
    const isFirst = this.#transaction === "wanted";
    const isLast = departure === "commit";
    this.#transaction = isLast ? "ended" : "begun";
    const answer = this.#askIn(before, part, isLast);
    if (isFirst) this.#beginning = answer.then(() => {}, (error) => void (this.#failure = error));
    return await answer;
  }

  async #askIn(before: Part[], part: Part, isLast: boolean): Promise<pg.QueryResult> {
    if (isLast) {
      const results = await this.#together([...before, part, commit], before.length);
      give(before, results);
      this.#committed = results.at(-1)!;
      return results.at(-2)!;
    }
    if (before.length === 0) return await this.#send(part);
    // A group has no place for several statements in one text.
    const fits = part.values.length > 0 || !part.text.includes(";");
    const results = await this.#together(fits ? [...before, part] : before);
    give(before, results);
    return fits ? results.at(-1)! : await this.#send(part);
  }

  /** The first statements have failed, or the last was sent: what comes would run outside of it. */
  get #isOver(): boolean {
    if (this.#transaction === "ended") return true;
    return this.#transaction === "begun" && this.client.getTransactionStatus() === "I";
  }

  async end(text: "commit" | "rollback"): Promise<pg.QueryResult> {
    await this.#beginning;
    const [state, isOver, committed] = [this.#transaction, this.#isOver, this.#committed];
    this.#before = [];
    // A statement that still waits would run on its own after a rollback.
    this.#transaction = text === "commit" && !isOver ? "none" : "ended";
    this.#committed = this.#failure = undefined;
    if (state === "wanted") return nothing;
    if (committed) return text === "commit" ? committed : nothing;
    const ended = await this.#send({ text: isOver ? "rollback" : text, values: [] });
    // Migrations keep the connection, and give their lock back after a rollback.
    this.#transaction = "none";
    return text === "commit" && isOver ? undone : ended;
  }

  async #send(part: Part): Promise<pg.QueryResult> {
    if (mayHaveName(part)) return (await this.#together([part])).at(-1)!;
    const answered: pg.QueryResult | pg.QueryResult[] = await this.#wait(() =>
      this.client.query(part.text)
    );
    return Array.isArray(answered) ? answered.at(-1)! : answered;
  }

  /** @param main the part whose rows are read; by default the last */
  async #together(parts: Part[], main = parts.length - 1): Promise<pg.QueryResult[]> {
    const named = parts.map((part) => this.#named(part));
    try {
      const results = await this.#group(named, main);
      for (const { name } of named) if (name) this.names.knows(this.client, name);
      return results;
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.names.renew();
      if (this.#transaction !== "none") throw error;
      return await this.#group(parts, main);
    }
  }

  #named(part: Part): Part {
    const { text } = part;
    const name = part.name ??
      (mayHaveName(part) ? this.names.nameOf(text, this.client) : undefined);
    if (name === undefined) return part;
    return { ...part, name, isKnown: this.names.tries(this.client, name, text) };
  }

  #group(parts: Part[], main: number): Promise<pg.QueryResult[]> {
    return this.#wait(() =>
      this.client.query(new StatementGroup(parts, main, this.typeParser)).answered
    );
  }

  #wait<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#lost) return Promise.reject(this.#lost);
    const askedAt = performance.now();
    return this.deadline.wait(async () => {
      const answered = await ask().catch((error) => {
        this.#isEnded ||= error.severity === "FATAL";
        if (error.code === readOnly) this.on.onReadOnly();
        throw error;
      });
      this.on.onAnswer();
      return answered;
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

  discardAtRelease(): void {
    this.#isUnfit = true;
  }

  release(): void {
    this.#transaction = "ended";
    if (this.#isUnfit || this.#lost || this.#isEnded) discard(this.client);
    else if (this.names.isFull(this.client)) this.client.release(true);
    else if (this.#hasOtherLimits) this.#returnWithUsualLimits();
    else this.client.release();
  }

  /**
   * Returns the connection after restoring its limits: a new one would cost the next caller more.
   */
  #returnWithUsualLimits(): void {
    new Deadline(ordinaryMs).wait(
      () => this.client.query("reset statement_timeout; reset lock_timeout"),
      () => cut(this.client),
    ).then(() => this.client.release(), () => discard(this.client));
  }
}

function give(parts: Part[], results: pg.QueryResult[]): void {
  for (const [at, { take }] of parts.entries()) take?.(results[at]!);
}

function mayHaveName({ text, values }: Part): boolean {
  return values.length > 0 || isPlannedForValues(text);
}

/** An error of the network's knows nothing of the caller. */
function traced(error: unknown, caller: Error): unknown {
  if (error instanceof Error) error.stack += `\n${caller.stack?.replace(/^.*\n/, "")}`;
  return error;
}

export function discard(client: pg.PoolClient): void {
  // A polite end would wait for a server that may never answer.
  cut(client);
  client.release(true);
}

/** A table has changed since the statement was prepared, or its session was cleared. */
export function isStalePlan(error: unknown): boolean {
  const { code, message = "" } = error as { code?: string; message?: string };
  return code === "0A000" && message.includes("cached plan must not change result type") ||
    code === "26000";
}
