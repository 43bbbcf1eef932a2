import type { ComponentChildren } from "preact";
import { DialogHead } from "@/components/DialogHead.tsx";
import type { FormProps } from "@/lib/panel/page/FormDialog.tsx";
import { sentBy } from "@/lib/panel/page/keys.ts";

interface FormSheetProps extends FormProps {
  isDisabled?: boolean;
  buttons: ComponentChildren;
}

/** A sheet at the side with a long form: head, fields that scroll, what is wrong, and buttons. */
export function FormSheet(props: FormSheetProps) {
  const { dialog, titleId, title, failure } = props;
  return (
    <dialog ref={dialog.ref} class="sheet" aria-labelledby={titleId} onClose={props.onClose}>
      <form noValidate class="flex min-h-0 flex-1 flex-col" {...sentBy(props.onSend)}>
        <DialogHead titleId={titleId} title={title} onClose={dialog.close} />
        <fieldset
          disabled={props.isDisabled}
          // A browser may show no more of a text area than its caret.
          onFocusIn={({ target }) => (target as Element).scrollIntoView({ block: "nearest" })}
          class="min-h-0 flex-1 scroll-py-5 space-y-4 overflow-y-auto overscroll-contain p-5"
        >
          {props.children}
        </fieldset>
        <footer class="border-t border-line px-5 py-3">
          <p role="alert" class="text-meta text-danger-text empty:hidden not-empty:mb-3">
            {failure}
          </p>
          {props.buttons}
        </footer>
      </form>
    </dialog>
  );
}
