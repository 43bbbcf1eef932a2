import type { ColumnType } from "kysely";

/** A json or jsonb column: written as JSON text (drivers disagree about bare arrays), read parsed. */
export type Json<T> = ColumnType<T, string, string>;

/** The same with a default in the database. */
export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
