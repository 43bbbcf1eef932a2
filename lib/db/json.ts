import type { ColumnType } from "kysely";

/** Written as JSON text, since drivers disagree about bare arrays; read parsed. */
export type Json<T> = ColumnType<T, string, string>;

export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
