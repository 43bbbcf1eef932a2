import { useEffect, useReducer, useRef } from "preact/hooks";
import { useRestored } from "@/lib/panel/page/use_restored.ts";
import { FieldDrafts, type FieldOptions } from "@/lib/panel/save/field_drafts.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";

export function useStore<Store>(make: (draw: () => void) => Store): Store {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const store = useRef<Store | null>(null);
  return store.current ??= make(() => draw(0));
}

export function useOnline(retry: () => void): void {
  useEffect(() => {
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, []);
}

/** The store of a record's fields; its options are those of the latest drawing. */
export function useFieldDrafts<T extends Saveable, Input>(
  options: FieldOptions<T, Input>,
): FieldDrafts<T, Input> {
  const drafts = useStore((draw) => new FieldDrafts(options, draw));
  drafts.options = options;
  useEffect(() => {
    drafts.load();
    return () => drafts.stop();
  }, []);
  useRestored();
  useOnline(() => drafts.run());
  return drafts;
}
