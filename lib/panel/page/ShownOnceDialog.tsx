import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ShownOnce } from "@/lib/panel/page/ShownOnce.tsx";
import { useLeaveGuard, useOpenDialog } from "@/lib/panel/page/use_dialog.ts";

interface ShownOnceDialogProps {
  name: string;
  titleId: string;
  title: string;
  label: string;
  secret: string;
  words: { once: string; copy: string; copied: string };
  closeLabel: string;
  children?: ComponentChildren;
  onClose(): void;
}

/** Shows a secret once; leaving before it was copied is asked about. Open while drawn. */
export function ShownOnceDialog(props: ShownOnceDialogProps) {
  const { titleId, words } = props;
  const dialog = useOpenDialog();
  const [isCopied, setCopied] = useState(false);
  useLeaveGuard(!isCopied);
  return (
    <dialog
      ref={dialog.ref}
      class="dialog"
      aria-labelledby={titleId}
      // Escape must not lose what is shown once.
      onCancel={(event) => !isCopied && event.preventDefault()}
      onClose={props.onClose}
    >
      <div class="space-y-4 p-5">
        <h2 id={titleId} class="font-semibold wrap-anywhere">{props.title}</h2>
        <p class="text-soft">{words.once}</p>
        <ShownOnce
          name={props.name}
          label={props.label}
          secret={props.secret}
          isCopied={isCopied}
          words={words}
          onCopied={() => setCopied(true)}
        />
        {props.children}
        <footer class="flex justify-end">
          <button type="button" class="button" onClick={dialog.close}>{props.closeLabel}</button>
        </footer>
      </div>
    </dialog>
  );
}
