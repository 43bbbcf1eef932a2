import { usePage } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { speak } from "@/lib/words/language.ts";
import { productWords } from "@/lib/panel/products/words.ts";

/** The buttons of the catalog's rows that archive a product and bring it back. Draws nothing. */
export function ArchiveRows() {
  const { companyId, language } = usePage();
  useEffect(() => {
    const words = speak(productWords, language);
    const press = async (event: MouseEvent) => {
      const button = (event.target as Element).closest<HTMLButtonElement>("[data-archive]");
      const row = button?.closest<HTMLElement>("[data-id]");
      if (!button || !row || button.disabled) return;
      button.disabled = true;
      const active = button.dataset.archive === "false";
      const path = `products/${row.dataset.id}`;
      const next = (row.nextElementSibling ?? row.previousElementSibling) as HTMLElement | null;
      await runVerb({
        path,
        method: "PATCH",
        json: { active },
        done: active ? words.unarchived : words.archived,
        undo: { path, method: "PATCH", json: { active: !active } },
      }, { companyId, language });
      button.disabled = false;
      // The row may have left the list: the keyboard goes on at its neighbour.
      if (document.activeElement === document.body && next) {
        const { id } = next.dataset;
        document.querySelector<HTMLElement>(`[data-id="${id}"] a.row-link`)?.focus();
      }
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, [companyId, language]);
  return null;
}
