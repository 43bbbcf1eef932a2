import { Buffer } from "node:buffer";
import pg from "pg";
import { serialize } from "pg-protocol";
import type { Take } from "@/lib/db/pool/departure.ts";

export interface Part {
  text: string;
  values: readonly unknown[];
  /** Prepared under this name. */
  name?: string;
  /** Whether the server knows the name; "perhaps" where it has to forget it first. */
  isKnown?: boolean | "perhaps";
  /** Gets the rows, which otherwise are the main part's alone. */
  take?: Take | undefined;
}

export type TypeParser = (oid: number, format?: "text" | "binary") => (text: string) => unknown;
type Bound = Buffer | string | null;

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): Bound } })
  .utils;

/**
 * Statements that go out in one write with one Sync: after a failure the server skips the rest,
 * whatever failed, so nothing runs without what stands before it (PostgreSQL, "Extended Query").
 */
export class StatementGroup {
  #results: pg.QueryResult[] = [];
  #fields: { name: string; parse: (text: string) => unknown }[] = [];
  #rows: Record<string, unknown>[] = [];
  #unread: unknown;
  readonly #bound: Bound[][];
  readonly #answered = Promise.withResolvers<pg.QueryResult[]>();

  /** @param main the part whose rows are read */
  constructor(
    private readonly parts: Part[],
    private readonly main: number,
    private readonly typeParser: TypeParser,
  ) {
    // A value that cannot be written throws here, before anything is sent.
    this.#bound = parts.map(({ values }) => values.map((value) => prepareValue(value)));
  }

  /** The parts' results. */
  get answered(): Promise<pg.QueryResult[]> {
    return this.#answered.promise;
  }

  submit({ stream }: Pick<pg.Connection, "stream">): void {
    const messages = this.parts.flatMap(({ text, name, isKnown = false }, at) => [
      ...(isKnown === "perhaps" ? [serialize.close({ type: "S", name })] : []),
      ...(isKnown !== true ? [serialize.parse({ text, name })] : []),
      serialize.bind({ statement: name, values: this.#bound[at] }),
      ...(this.#isRead(at) ? [serialize.describe({ type: "P" })] : []),
      serialize.execute(),
    ]);
    if (stream.writable) stream.write(Buffer.concat([...messages, serialize.sync()]));
  }

  #isRead(at: number): boolean {
    return at === this.main || this.parts[at]!.take !== undefined;
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.typeParser(dataTypeID, "text"),
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (!this.#isRead(this.#results.length) || this.#unread !== undefined) return;
    const row: Record<string, unknown> = {};
    try {
      for (let at = 0; at < fields.length; at++) {
        const { name, parse } = this.#fields[at]!;
        row[name] = fields[at] === null ? null : parse(fields[at]!);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#unread = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = "", ...numbers] = text.split(" ");
    const rowCount = numbers.length > 0 ? Number(numbers.at(-1)) : null;
    const rows = this.#rows.splice(0);
    this.#results.push({ command, rowCount, rows, oid: 0, fields: [] });
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleReadyForQuery(): void {
    if (this.#unread === undefined) this.#answered.resolve(this.#results);
    else this.#answered.reject(this.#unread);
  }

  handleError(error: Error): void {
    this.#answered.reject(error);
  }

  handleCopyInResponse({ stream }: Pick<pg.Connection, "stream">): void {
    stream.write(serialize.copyFail("no data is given"));
  }

  handleCopyData(): void {}
  handlePortalSuspended(): void {}
}
