/** Unsaved values survive a closed tab or lost network; stored by company and record. */

export interface Unsaved {
  values: Record<string, unknown>;
  base: Record<string, unknown>;
}

const prefix = "relevo:unsaved";

function keyOf(companyId: number, path: string): string {
  return `${prefix}:${companyId}:${path}`;
}

/** Storage that is blocked or full counts as empty. */
export function readUnsaved(companyId: number, path: string): Unsaved | null {
  try {
    const text = localStorage.getItem(keyOf(companyId, path));
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** Fields kept earlier stay. */
export function keepUnsaved(companyId: number, path: string, unsaved: Unsaved): void {
  const before = readUnsaved(companyId, path);
  const values = { ...before?.values, ...unsaved.values };
  const base = { ...unsaved.base, ...before?.base };
  write(keyOf(companyId, path), { values, base });
}

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
    // Private windows may refuse: the page still holds the input.
  }
}
