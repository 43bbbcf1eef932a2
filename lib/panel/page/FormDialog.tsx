import type { ComponentChildren } from "preact";
import { usePage, useWords } from "@/components/page.ts";
import { DialogHead } from "@/components/DialogHead.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { sentBy } from "@/lib/panel/page/keys.ts";
import type { Dialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";

interface FormProps {
  dialog: Dialog;
  titleId: string;
  title: string;
  /** Why it was not taken. */
  failure?: string | null;
  onSend(): void;
  onClose?(): void;
  children: ComponentChildren;
}

interface FormDialogProps extends FormProps {
  /** Of the button that sends; null where there is nothing to send. */
  button: string | null;
  isDanger?: boolean;
  /** Where "Cancel" would be the name of both buttons. */
  dismiss?: string;
  isBusy: boolean;
  /** What must be chosen first is missing. */
  isUnready?: boolean;
  /** Focus begins at the button. */
  hasNoField?: boolean;
  /** Is a question that a press elsewhere asks. */
  isQuestion?: boolean;
}

/** A dialog with a short form: its title, fields, what is wrong, and the two ways out. */
export function FormDialog(props: FormDialogProps) {
  const { dialog, titleId, title, isBusy, failure } = props;
  const { cancel } = useWords(commonWords);
  return (
    <dialog
      ref={dialog.ref}
      class="dialog"
      data-asks={props.isQuestion ? "" : undefined}
      aria-labelledby={titleId}
      aria-busy={isBusy}
      onClose={props.onClose}
    >
      <form noValidate class="space-y-4 p-5" {...sentBy(props.onSend)}>
        <h2 id={titleId} class="font-semibold wrap-anywhere">{title}</h2>
        {props.children}
        <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
        <footer class="flex flex-wrap justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>
            {props.dismiss ?? cancel}
          </button>
          {props.button !== null && (
            <button
              type="submit"
              class={`button ${
                props.isDanger ? "button-danger" : "button-primary"
              } disabled:opacity-50`}
              autofocus={props.hasNoField}
              disabled={props.isUnready}
              aria-disabled={isBusy ? "true" : undefined}
            >
              {isBusy && <Icon name="loader-circle" class="animate-spin" />}
              {props.button}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

interface FormSheetProps extends FormProps {
  /** Fields and all are out of use meanwhile. */
  isDisabled?: boolean;
  buttons: ComponentChildren;
}

/** A sheet at the side with a long form: head, fields that scroll, what is wrong, and buttons. */
export function FormSheet(props: FormSheetProps) {
  const { dialog, titleId, title, failure } = props;
  const { language } = usePage();
  return (
    <dialog ref={dialog.ref} class="sheet" aria-labelledby={titleId} onClose={props.onClose}>
      <form noValidate class="flex min-h-0 flex-1 flex-col" {...sentBy(props.onSend)}>
        <DialogHead titleId={titleId} title={title} language={language} onClose={dialog.close} />
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
