import { useEffect, useState } from "preact/hooks";
import type { ImportNoun } from "@/lib/panel/imports/import_page.ts";
import type { Undoable } from "@/lib/panel/imports/UndoImport.tsx";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { later } from "@/lib/panel/page/later.ts";

const UndoImport = later(() => import("@/lib/panel/imports/UndoImport.tsx"), "UndoImport");

interface UndoImportsProps {
  /** Labels of the fields of each noun. */
  labels: Record<ImportNoun, Record<string, string>>;
}

/** Asks about the import whose button is pressed in the list. */
export function UndoImports({ labels }: UndoImportsProps) {
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  useEffect(() => {
    const click = ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>("[data-undo-import]");
      if (button) setUndoable(JSON.parse(button.dataset.undoImport!));
    };
    document.addEventListener("click", click);
    return () => document.removeEventListener("click", click);
  }, []);
  if (!undoable) return null;
  return (
    <UndoImport
      key={undoable.id}
      of={undoable}
      labels={labels[undoable.noun]}
      onUndone={() => refreshRegions()}
      onClose={() => setUndoable(null)}
    />
  );
}
