/** Every statement of the app names its company, in each of its selects (docs/decisions/0083). */
import assert from "node:assert/strict";
import { mayCross } from "./may_cross.ts";
import { unnamedTables } from "./unnamed_tables.ts";

/** Places of the app by the statements that they ask. */
const places = new Map<string, string>();

/** @param site file and line of the app that ask it */
export function noteAsked(text: string, site: string): void {
  places.set(text, site);
}

/** Fails where a statement that was noted leaves companies apart to row-level security alone. */
export function assertNamed(): void {
  const faults = [...places].flatMap(([text, site]) => {
    if (site.replace(/:\d+$/, "") in mayCross) return [];
    const tables = unnamedTables(text);
    return tables.length > 0 ? [`${site}: ${tables.join(", ")} in ${text}`] : [];
  });
  assert.deepEqual(faults, []);
}
