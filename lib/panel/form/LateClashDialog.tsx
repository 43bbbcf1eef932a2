import { useRef } from "preact/hooks";
import { later } from "@/lib/panel/page/later.ts";
import type { ClashDialogProps } from "@/lib/panel/form/ClashDialog.tsx";

const ClashDialog = later(() => import("@/lib/panel/form/ClashDialog.tsx"), "ClashDialog");

/** The question about clashes, loaded with the first: few edits meet another's. */
export function LateClashDialog(props: ClashDialogProps) {
  const wasAsked = useRef(false);
  if (props.clashes.length > 0) wasAsked.current = true;
  return wasAsked.current ? <ClashDialog {...props} /> : null;
}
