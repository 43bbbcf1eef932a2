/**
 * What was typed and could not be saved yet, kept in this browser until it is: a tab that is closed
 * or a network that is gone loses nothing. Keyed by company and record, so tabs of two companies
 * never mix.
 */

export interface Unsaved {
  /** The values as typed, by field. */
  values: Record<string, unknown>;
  /** The values that they were typed over. */
  base: Record<string, unknown>;
}

const prefix = "relevo:unsaved";

function keyOf(companyId: number, path: string): string {
  return `${prefix}:${companyId}:${path}`;
}

/** What is kept for the record, if anything. Storage that is blocked or full counts as empty. */
export function readUnsaved(companyId: number, path: string): Unsaved | null {
  try {
    const text = localStorage.getItem(keyOf(companyId, path));
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** Keeps values of some fields; earlier ones of other fields stay. */
export function keepUnsaved(companyId: number, path: string, unsaved: Unsaved): void {
  const before = readUnsaved(companyId, path);
  const values = { ...before?.values, ...unsaved.values };
  const base = { ...unsaved.base, ...before?.base };
  write(keyOf(companyId, path), { values, base });
}

/** Forgets the fields that are saved now. */
export function forgetUnsaved(companyId: number, path: string, names: readonly string[]): void {
  const before = readUnsaved(companyId, path);
  if (!before) return;
  const rest = (from: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
  const values = rest(before.values);
  write(
    keyOf(companyId, path),
    Object.keys(values).length > 0 ? { values, base: rest(before.base) } : null,
  );
}

function write(key: string, unsaved: Unsaved | null): void {
  try {
    if (unsaved) localStorage.setItem(key, JSON.stringify(unsaved));
    else localStorage.removeItem(key);
  } catch {
    // Private windows may refuse: the page itself still holds what was typed.
  }
}
