import { useEffect, useState } from "preact/hooks";
import { later } from "@/lib/panel/page/later.ts";

const StageDialog = later(
  () => import("@/lib/panel/opportunities/stages/StageDialog.tsx"),
  "StageDialog",
);

/** Opens the sheet of a stage from its button on the board or in the settings. */
export function StageSheet() {
  const [opened, setOpened] = useState<{ id: number | null } | null>(null);

  useEffect(() => {
    const click = (event: MouseEvent) => {
      const button = (event.target as Element).closest<HTMLElement>("[data-stage-edit]");
      if (button) setOpened({ id: Number(button.dataset.stageEdit) || null });
    };
    document.addEventListener("click", click);
    return () => document.removeEventListener("click", click);
  }, []);

  return opened && <StageDialog {...opened} onClose={() => setOpened(null)} />;
}
