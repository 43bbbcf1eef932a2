/** Unsaved values survive a closed tab or lost network; stored by company and record. */

export interface Unsaved {
  values: Record<string, unknown>;
  base: Record<string, unknown>;
}

export type UnsavedStore = ReturnType<typeof unsavedAt>;

export type StorageSource = () => Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** @param storage throws, or cannot be written, where a browser blocks it: it counts as empty */
export function unsavedAt(
  companyId: number,
  path: string,
  storage: StorageSource = () => localStorage,
) {
  const key = `relevo:unsaved:${companyId}:${path}`;
  /** What this page stored: another tab may have stored its own over it. */
  const copies: Unsaved["values"] = {};

  function stored(): Unsaved {
    try {
      return JSON.parse(storage().getItem(key) ?? "null") ?? { values: {}, base: {} };
    } catch {
      return { values: {}, base: {} };
    }
  }

  function write(unsaved: Unsaved): void {
    try {
      if (Object.keys(unsaved.values).length === 0) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(unsaved));
    } catch {
      // Private windows may refuse: the page still holds the input.
    }
  }

  /** Forgets the values that are still the stored ones. */
  function forgetSame(values: Unsaved["values"]): void {
    const before = stored();
    const names = Object.keys(values)
      .filter((name) => name in before.values && isSame(before.values[name], values[name]));
    if (names.length === 0) return;
    write({ values: without(before.values, names), base: without(before.base, names) });
  }

  return {
    /** What is stored is this page's from now on. */
    read(): Unsaved {
      const unsaved = stored();
      Object.assign(copies, unsaved.values);
      return unsaved;
    },
    keep({ values, base }: Unsaved): void {
      const before = stored();
      Object.assign(copies, values);
      write({ values: { ...before.values, ...values }, base: { ...before.base, ...base } });
    },
    forgetSame,
    forget(names: readonly string[]): void {
      forgetSame(Object.fromEntries(names.map((name) => [name, copies[name]])));
    },
  };
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

export function without<V>(from: Record<string, V>, names: readonly string[]): Record<string, V> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}
