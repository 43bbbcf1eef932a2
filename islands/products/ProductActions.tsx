import { usePage, useWords } from "@/components/page.ts";
import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { productWords } from "@/lib/panel/products/words.ts";

interface ProductActionsProps {
  id: number;
  standing: { active: boolean; removable: boolean };
}

/** Archives a product or brings it back; one that was never quoted can go to the trash. */
export function ProductActions({ id, standing }: ProductActionsProps) {
  const { href } = usePage();
  const { active, removable } = useRegionData("product-standing", standing);
  const words = useWords(productWords);
  const path = `products/${id}`;
  return (
    <>
      <VerbButton
        key={String(active)}
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
        path={path}
        method="DELETE"
        label={words.trash}
        icon="trash-2"
        done={words.trashed}
        undo={{ path: `${path}/restore` }}
        reason={removable ? undefined : words.whyNoTrash}
        next={href("/panel/products")}
      />
    </>
  );
}
