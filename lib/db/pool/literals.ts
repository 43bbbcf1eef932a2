import {
  CompiledQuery,
  createQueryId,
  type Kysely,
  PostgresQueryCompiler,
  type SelectQueryNode,
} from "kysely";
import type { Schema } from "@/lib/db/schema.ts";

/** Begins statements that hold their values, so that what is prepared is planned for these alone. */
export const plannedForValues = "select /* planned for its values */ ";

class LiteralCompiler extends PostgresQueryCompiler {
  isWhole = true;

  protected override appendValue(value: unknown): void {
    if (Number.isSafeInteger(value) || typeof value === "boolean") {
      return this.appendImmediateValue(value);
    }
    this.isWhole = false;
    super.appendValue(value);
  }
}

/** Runs a list that many ask alike; one with values other than numbers and booleans as usual. */
export async function executeForValues<O>(
  db: Kysely<Schema>,
  list: { toOperationNode(): SelectQueryNode; execute(): Promise<O[]> },
): Promise<O[]> {
  const compiler = new LiteralCompiler();
  const { sql } = compiler.compileQuery(list.toOperationNode(), createQueryId());
  if (!compiler.isWhole) return await list.execute();
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(sql.replace(/^select /, plannedForValues)),
  );
  return rows as O[];
}
