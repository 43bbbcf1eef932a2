import {
  type FieldTable,
  shownFields,
  type ShownName,
  shownName,
} from "@/lib/records/fields/field.ts";
import type { Shows } from "@/lib/records/fields/schema_types.ts";

type From<N extends string, F> = F extends { kind: "person" | "record" }
  ? F extends { from: infer Name extends string } ? Name : Shows<N, F>
  : N;

type RowOf<T extends FieldTable> = { [N in ShownName<T> as From<N, T[N]>]: unknown };

type RecordOf<T extends FieldTable, Row> = {
  [N in ShownName<T> as Shows<N, T[N]>]: From<N, T[N]> extends keyof Row ? Row[From<N, T[N]>]
    : never;
};

/** Makes the record of a noun out of a row with its joins. */
export function recordMapper<const T extends FieldTable>(table: T) {
  const names = shownFields(table).map(([name, field]) => {
    const alias = shownName(name, field);
    const from = field.kind === "person" || field.kind === "record" ? field.from ?? alias : name;
    return [alias, from] as const;
  });
  return <Row extends RowOf<T>>(row: Row): RecordOf<T, Row> => {
    const record: Record<string, unknown> = {};
    for (const [alias, from] of names) record[alias] = (row as Record<string, unknown>)[from];
    return record as RecordOf<T, Row>;
  };
}
