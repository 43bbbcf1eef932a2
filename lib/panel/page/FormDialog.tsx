import type { ComponentChildren } from "preact";
import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { sentBy } from "@/lib/panel/page/keys.ts";
import type { Dialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";

export interface FormProps {
  dialog: Dialog;
  titleId: string;
  title: string;
  failure?: string | null;
  onSend(): void;
  onClose?(): void;
  children: ComponentChildren;
}

interface FormDialogProps extends FormProps {
  /** Label of the button that sends; null where there is nothing to send. */
  button: string | null;
  isDanger?: boolean;
  /** Label of the other button, where both would be called "Cancel". */
  dismiss?: string;
  isBusy: boolean;
  isIncomplete?: boolean;
  hasNoField?: boolean;
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
              disabled={props.isIncomplete}
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
