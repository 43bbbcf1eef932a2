import {
  createQueryId,
  type Expression,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryNode,
  sql,
} from "kysely";

/** Begins statements that hold their values, so that what is prepared is planned for these alone. */
export const plannedForValues = "select /* planned for its values */ ";

/** Texts that code names, such as a state. */
const name = /^[a-z_]{1,40}$/;

class LiteralCompiler extends PostgresQueryCompiler {
  isWhole = true;

  protected override appendValue(value: unknown): void {
    const isName = typeof value === "string" && name.test(value);
    if (Number.isSafeInteger(value) || typeof value === "boolean" || isName) {
      return this.appendImmediateValue(value);
    }
    this.isWhole = false;
    super.appendValue(value);
  }
}

/** A list that many ask alike; one with values other than numbers, booleans and names as it is. */
export function forValues<O>(list: Expression<O>): RawBuilder<O> {
  return wholeForValues(list) ?? sql<O>`${list}`;
}

/** Undefined for a list with values other than numbers, booleans and names. */
export function wholeForValues<O>(list: Expression<O>): RawBuilder<O> | undefined {
  const compiler = new LiteralCompiler();
  const node = list.toOperationNode() as SelectQueryNode;
  const { sql: text } = compiler.compileQuery(node, createQueryId());
  return compiler.isWhole ? sql.raw<O>(text.replace(/^select /, plannedForValues)) : undefined;
}
