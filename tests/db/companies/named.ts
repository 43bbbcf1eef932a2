/** Every statement of the app names its company, in each of its selects (docs/decisions/0083). */
import assert from "node:assert/strict";
import { digestTables } from "@/lib/access/tokens.ts";
import { mayCross, mayCrossAsWorker } from "./may_cross.ts";
import { unnamedTables } from "./unnamed_tables.ts";

interface Place {
  site: string;
  /** Work of the clock for all companies, and look-ups of who calls. */
  isWorker: boolean;
}

/** Places of the app by the statements that they ask. */
const places = new Map<string, Place>();

/** The worker reads these for who calls, whose company `credentials` says. */
const byDigest = new Set(Object.values(digestTables)).add("meta_apps");

export function noteAsked(text: string, place: Place): void {
  places.set(text, place);
}

/** Fails where a statement that was noted leaves companies apart to row-level security alone. */
export function assertNamed(): void {
  const faults = [...places].flatMap(([text, { site, isWorker }]) => {
    if (site.replace(/:\d+$/, "") in mayCross) return [];
    if (isWorker && mayCrossAsWorker.some(([statement]) => statement.test(text))) return [];
    const tables = unnamedTables(text).filter((table) => !isWorker || byDigest.has(table));
    return tables.length > 0 ? [`${site}: ${tables.join(", ")} in ${text}`] : [];
  });
  assert.deepEqual(faults, []);
}
