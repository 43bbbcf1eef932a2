import type { ComponentChildren } from "preact";
import { DialogHead } from "@/components/DialogHead.tsx";
import type { Dialog } from "@/lib/panel/page/use_dialog.ts";

interface HeadedDialogProps {
  dialog: Dialog;
  titleId: string;
  title: string;
  isWide?: boolean;
  isQuestion?: boolean;
  isBusy?: boolean;
  onClose(): void;
  children: ComponentChildren;
}

/** A dialog that mostly shows something, with a head that names and closes it. */
export function HeadedDialog(props: HeadedDialogProps) {
  const { dialog, titleId } = props;
  return (
    <dialog
      ref={dialog.ref}
      class={props.isWide ? "dialog dialog-wide" : "dialog"}
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
