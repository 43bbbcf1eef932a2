import { type ApiCall, callApi, type Caller, type Outcome } from "@/lib/panel/api/call_api.ts";
import { isSame, type Unsaved, unsavedAt, type UnsavedStore } from "@/lib/panel/save/unsaved.ts";

/** `version` is what edits are checked against. */
export type Saveable = Record<string, unknown> & { id: number; version: number };

export interface Clash {
  name: string;
  mine: unknown;
  theirs: unknown;
}

/** State of a save, as a page says it. */
export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved"; at: Date }
  | { kind: "failed"; text: string; isOffline: boolean };

export type Saved<T extends Saveable> =
  | { kind: "saved"; record: T; meta?: unknown }
  /** No field was saved: the person is asked, then it is saved again over `record`. */
  | { kind: "clash"; clashes: Clash[]; record: T }
  | { kind: "failed"; outcome: Exclude<Outcome<T>, { ok: true }> };

interface Edit<T extends Saveable> {
  path: string;
  record: T;
  values: Record<string, unknown>;
  query?: ApiCall["query"];
}

export type Call<T> = (path: string, call: ApiCall) => Promise<Outcome<T, unknown>>;

const maxAttempts = 4;

/**
 * The record's value of a field of its PATCH body: `assignee_id` is in `assignee.id`. An amount that
 * follows the quotations is empty while there is none to follow.
 */
export function fieldOf(record: Record<string, unknown>, name: string): unknown {
  if (record[name] === 0 && record[`${name}_source`] === "quote") return null;
  if (name in record) return record[name];
  const reference = record[name.replace(/_id$/, "")] as { id: number } | null | undefined;
  return reference?.id ?? null;
}

/**
 * On a conflict, fields that others left alone are saved over the new version; if both changed a
 * field it is a clash. What could not be sent is kept in the browser.
 */
export async function saveFields<T extends Saveable>(
  { path, record, values, query }: Edit<T>,
  caller: Caller,
  unsaved: UnsavedStore = unsavedAt(caller.companyId, path),
  call: Call<T> = callApi,
): Promise<Saved<T>> {
  const base = baseOf(record, values);
  unsaved.keep({ values, base });
  let current = record;
  for (let attempt = 1;; attempt++) {
    const json = { ...values, version: current.version };
    const outcome = await call(path, { ...caller, method: "PATCH", query, json });
    if (outcome.ok) {
      unsaved.forgetSame(values);
      return { kind: "saved", record: outcome.data, meta: outcome.meta };
    }
    const isStale = outcome.why === "refused" && outcome.code === "version_conflict";
    if (!isStale || attempt === maxAttempts) return { kind: "failed", outcome };
    const read = await call(path, caller);
    if (!read.ok) return { kind: "failed", outcome: read };
    current = read.data;
    const clashes = findClashes({ values, base }, (name) => fieldOf(current, name));
    if (clashes.length > 0) return { kind: "clash", clashes, record: current };
  }
}

export function baseOf(record: Record<string, unknown>, values: object): Unsaved["base"] {
  return Object.fromEntries(Object.keys(values).map((name) => [name, fieldOf(record, name)]));
}

/** Fields changed here that are something else by now. */
export function findClashes({ values, base }: Unsaved, now: (name: string) => unknown): Clash[] {
  return Object.entries(values).flatMap(([name, mine]) => {
    const theirs = now(name);
    const isTheirs = !isSame(theirs, base[name]) && !isSame(theirs, mine);
    return isTheirs ? [{ name, mine, theirs }] : [];
  });
}
