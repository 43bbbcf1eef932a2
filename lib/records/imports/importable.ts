import type { Trx } from "@/lib/db/connection.ts";
import type { Problem } from "@/lib/input/errors.ts";
import type { ImportKind } from "@/lib/records/imports/import.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { Text } from "@/lib/words/language.ts";

/** A noun that files can be imported into. */
export interface Importable<Value> extends ImportKind<Value> {
  defaults?(trx: Trx, actor: Actor): Promise<Record<string, unknown>>;
  afterwards?(trx: Trx, actor: Actor, ids: number[]): Promise<void>;
  /** Keeps lines of new records that have no field for them. */
  keepLines?(trx: Trx, actor: Actor, notes: { id: number; lines: string[] }[]): Promise<void>;
  refuses?(
    was: Record<string, unknown>,
    values: Record<string, unknown>,
  ): { field: string; text: Text } | undefined;
  /** Finds the locked records that an undo must not trash, each with the reason. */
  inUse?(trx: Trx, actor: Actor, ids: number[]): Promise<Map<number, Problem>>;
}
