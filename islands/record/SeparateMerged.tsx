import { useEffect } from "preact/hooks";
import { separateRecords } from "@/lib/panel/record/merge/separate.ts";
import type { MergedNoun } from "@/lib/panel/record/merge/use_merge.ts";
import type { Language } from "@/lib/words/language.ts";

interface SeparateMergedProps {
  noun: MergedNoun;
  id: number;
  companyId: number;
  language: Language;
}

/** Separates what was merged into the record, by the buttons of its region. Draws nothing. */
export function SeparateMerged(props: SeparateMergedProps) {
  useEffect(() => {
    const press = async ({ target }: MouseEvent) => {
      const button = target instanceof Element
        ? target.closest<HTMLButtonElement>("button[data-separate]")
        : null;
      if (!button || button.disabled) return;
      button.disabled = true;
      const { separate, name = "" } = button.dataset;
      await separateRecords({ ...props, other: { id: Number(separate), name } });
      button.disabled = false;
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);
  return null;
}
