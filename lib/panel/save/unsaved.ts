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
  /** Texts that this page stored: another tab may have stored its own over them. */
  const copies: Unsaved["values"] = {};

  function stored(): Unsaved {
    const empty = { values: {}, base: {} };
    try {
      return JSON.parse(storage().getItem(key) ?? "null") ?? empty;
    } catch {
      return empty;
    }
  }

  function change(make: (unsaved: Unsaved) => void): void {
    const unsaved = stored();
    make(unsaved);
    try {
      if (Object.keys(unsaved.values).length === 0) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(unsaved));
    } catch {
      // The page still holds the input.
    }
  }

  /** Forgets the values that are still the stored ones. */
  function forgetSame(sent: Unsaved["values"]): void {
    change(({ values, base }) => {
      for (const name in sent) {
        if (!(name in values) || !isSame(values[name], sent[name])) continue;
        delete values[name];
        delete base[name];
      }
    });
  }

  return {
    /** Takes over what is stored, as this page's from now on. */
    read(): Unsaved {
      const unsaved = stored();
      Object.assign(copies, unsaved.values);
      return unsaved;
    },
    keep({ values, base }: Unsaved): void {
      Object.assign(copies, values);
      change((unsaved) => {
        Object.assign(unsaved.values, values);
        Object.assign(unsaved.base, base);
      });
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
