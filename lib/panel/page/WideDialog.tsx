import type { ComponentChildren } from "preact";
import { DialogHead } from "@/components/DialogHead.tsx";
import type { Dialog } from "@/lib/panel/page/use_dialog.ts";

interface WideDialogProps {
  dialog: Dialog;
  titleId: string;
  title: string;
  isNarrow?: boolean;
  isQuestion?: boolean;
  isBusy?: boolean;
  onClose(): void;
  children: ComponentChildren;
}

/** A dialog that mostly shows something: a head with the way out, and the rest as it likes. */
export function WideDialog(props: WideDialogProps) {
  const { dialog, titleId } = props;
  return (
    <dialog
      ref={dialog.ref}
      class={props.isNarrow ? "dialog" : "dialog dialog-wide"}
      data-asks={props.isQuestion ? "" : undefined}
      aria-labelledby={titleId}
      aria-busy={props.isBusy}
      onClose={props.onClose}
    >
      <DialogHead titleId={titleId} title={props.title} onClose={dialog.close} />
      {props.children}
    </dialog>
  );
}
