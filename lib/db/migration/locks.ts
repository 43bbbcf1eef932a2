import {
  type LockMode,
  lockModes,
  type Migration,
  type Step,
} from "@/lib/db/migration/migration.ts";
import transactions from "@/lib/db/migration/locks.json" with { type: "json" };

/** Tables by the strongest lock that each gets. */
export type Locks = Partial<Record<LockMode, readonly string[]>>;

/** What those in one transaction lock; `tests/db/migration/each.test.ts` writes and compares it. */
const ofTransactions: Record<string, Locks | undefined> = transactions;

export const lockedTables = [
  ...new Set(Object.values(transactions).flatMap((locks) => Object.values(locks).flat())),
];

export function locksOf(name: string, { steps }: Migration): Locks {
  if (!steps) return ofTransactions[name] ?? {};
  const strongest = new Map<string, number>();
  for (const [table, mode] of steps.flatMap(locksOfStep)) {
    strongest.set(table, Math.max(strongest.get(table) ?? 0, lockModes.indexOf(mode)));
  }
  const byMode = Map.groupBy(strongest.keys(), (table) => lockModes[strongest.get(table)!]!);
  return Object.fromEntries(byMode);
}

function locksOfStep(step: Step): [table: string, mode: LockMode][] {
  if ("index" in step) return [[step.index.table, "ShareUpdateExclusiveLock"]];
  if ("check" in step) return [[step.check.table, "AccessExclusiveLock"]];
  if ("foreignKey" in step) {
    const { table, references } = step.foreignKey;
    const target = references.split(" ")[0]!;
    return [[table, "ShareRowExclusiveLock"], [target, "ShareRowExclusiveLock"]];
  }
  if ("required" in step) return [[step.required.table, "AccessExclusiveLock"]];
  if ("backfill" in step) return [[step.backfill.table, "RowExclusiveLock"]];
  if ("copy" in step) {
    return [[step.copy.table, "RowShareLock"], [step.copy.into.split(" ")[0]!, "RowExclusiveLock"]];
  }
  return Object.entries(step.statement.locks);
}
