import { usePage } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import { tellNotLoaded } from "@/lib/panel/page/later.ts";
import type { MergedNoun } from "@/lib/panel/record/merge/use_merge.ts";

interface SeparateMergedProps {
  noun: MergedNoun;
  id: number;
}

/** Separates what was merged into the record, by the buttons of its region. Draws nothing. */
export function SeparateMerged(props: SeparateMergedProps) {
  const { companyId, language } = usePage();
  useEffect(() => {
    const press = async ({ target }: MouseEvent) => {
      const button = target instanceof Element
        ? target.closest<HTMLButtonElement>("button[data-separate]")
        : null;
      if (!button || button.disabled) return;
      button.disabled = true;
      const { separate, name = "" } = button.dataset;
      await fetchModule(() => import("@/lib/panel/record/merge/separate.ts"))
        .then(({ separateRecords }) =>
          separateRecords({
            ...props,
            companyId,
            language,
            other: { id: Number(separate), name },
          })
        )
        .catch(() => tellNotLoaded(language));
      button.disabled = false;
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);
  return null;
}
