import { useEffect, useState } from "preact/hooks";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { later } from "@/lib/panel/page/later.ts";

const ShortcutDialog = later(
  () => import("@/lib/panel/frame/ShortcutDialog.tsx"),
  "ShortcutDialog",
);

interface ShortcutSheetProps {
  /** Addresses of the sections in the order of the navigation: `g` and a number lead there. */
  places: string[];
}

/** List of the keyboard's shortcuts, on `?`, with the keys that lead from section to section. */
export function ShortcutSheet({ places }: ShortcutSheetProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let isGoing = false;
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const place = isGoing ? places[Number(event.key) - 1] : undefined;
      isGoing = event.key === "g";
      if (place) location.assign(place);
      else if (event.key === "?") setOpen(true);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return isOpen && <ShortcutDialog onClose={() => setOpen(false)} />;
}
