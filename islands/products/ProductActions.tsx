import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { productWords } from "@/lib/panel/products/words.ts";

interface ProductActionsProps {
  id: number;
  standing: { active: boolean; removable: boolean };
  companyId: number;
  language: Language;
}

/** Archives a product or brings it back; one that was never quoted can go to the trash. */
export function ProductActions({ id, standing, companyId, language }: ProductActionsProps) {
  const { active, removable } = useRegionData("product-standing", standing);
  const words = speak(productWords, language);
  const who = { companyId, language };
  const path = `products/${id}`;
  return (
    <>
      <VerbButton
        key={String(active)}
        {...who}
        path={path}
        method="PATCH"
        json={{ active: !active }}
        label={active ? words.archive : words.unarchive}
        icon={active ? "archive" : "archive-restore"}
        done={active ? words.archived : words.unarchived}
        undo={{ path, method: "PATCH", json: { active } }}
        shortcut="e"
      />
      <VerbButton
        {...who}
        path={path}
        method="DELETE"
        label={words.trash}
        icon="trash-2"
        done={words.trashed}
        undo={{ path: `${path}/restore` }}
        reason={removable ? undefined : words.whyNoTrash}
        next={`/panel/products?company_id=${companyId}`}
      />
    </>
  );
}
