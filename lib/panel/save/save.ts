import { type ApiCall, callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { forgetUnsaved, keepUnsaved, type Unsaved } from "@/lib/panel/save/unsaved.ts";

/** `version` is what edits are checked against. */
export type Saveable = Record<string, unknown> & { id: number; version: number };

export interface Clash {
  name: string;
  mine: unknown;
  theirs: unknown;
}

export type Saved<T extends Saveable> =
  | { kind: "saved"; record: T; meta?: unknown }
  /** None of these fields was saved: ask, then save again over `record`. */
  | { kind: "clash"; clashes: Clash[]; record: T }
  | { kind: "failed"; outcome: Exclude<Outcome<T>, { ok: true }> };

interface Edit<T extends Saveable> {
  path: string;
  record: T;
  values: Record<string, unknown>;
  query?: ApiCall["query"];
  /** How a record shows a field of the body: `assignee_id` is in `assignee.id`. */
  shown?: (record: T, name: string) => unknown;
}

const maxAttempts = 4;

/**
 * On a conflict, fields that others left alone are saved over the new version; if both changed a
 * field it is a clash. What could not be sent is kept in the browser.
 */
export async function saveFields<T extends Saveable>(
  { path, record, values, query, shown = (of, name) => of[name] }: Edit<T>,
  who: Pick<ApiCall, "companyId" | "language">,
): Promise<Saved<T>> {
  const names = Object.keys(values);
  const base = Object.fromEntries(names.map((name) => [name, shown(record, name)]));
  keepUnsaved(who.companyId, path, { values, base });
  let current = record;
  for (let attempt = 1;; attempt++) {
    const json = { ...values, version: current.version };
    const outcome = await callApi<T, unknown>(path, { ...who, method: "PATCH", query, json });
    if (outcome.ok) {
      forgetUnsaved(who.companyId, path, names);
      return { kind: "saved", record: outcome.data, meta: outcome.meta };
    }
    const isStale = outcome.why === "refused" && outcome.code === "version_conflict";
    if (!isStale || attempt === maxAttempts) return { kind: "failed", outcome };
    const read = await callApi<T>(path, who);
    if (!read.ok) return { kind: "failed", outcome: read };
    current = read.data;
    const clashes = findClashes({ values, base }, (name) => shown(current, name));
    if (clashes.length > 0) return { kind: "clash", clashes, record: current };
  }
}

/** Fields changed here that are something else by now. */
export function findClashes({ values, base }: Unsaved, now: (name: string) => unknown): Clash[] {
  return Object.entries(values).flatMap(([name, mine]) => {
    const theirs = now(name);
    const isTheirs = !same(theirs, base[name]) && !same(theirs, mine);
    return isTheirs ? [{ name, mine, theirs }] : [];
  });
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
