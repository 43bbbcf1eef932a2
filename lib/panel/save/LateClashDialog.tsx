import { useRef } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import { later } from "@/lib/panel/page/later.ts";
import type { ClashDialogProps } from "@/lib/panel/save/ClashDialog.tsx";
import type { Language } from "@/lib/words/language.ts";

const ClashDialog = later<ClashDialogProps & { language: Language }>(async () =>
  (await fetchModule(() => import("@/lib/panel/save/ClashDialog.tsx"))).ClashDialog
);

/** The question about clashes, loaded with the first: few edits meet another's. */
export function LateClashDialog(props: ClashDialogProps) {
  const wasAsked = useRef(false);
  if (props.clashes.length > 0) wasAsked.current = true;
  return wasAsked.current ? <ClashDialog {...props} language={props.place.language} /> : null;
}
