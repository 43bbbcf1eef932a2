import { usePage } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { type Scope, scopes } from "@/lib/crm/events/rule.ts";
import { ScopeChoice } from "@/lib/panel/events/repeat/ScopeChoice.tsx";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { commonWords } from "@/lib/words/common.ts";
import { speak } from "@/lib/words/language.ts";

interface ScopeDialogProps {
  title: string;
  /** Of what: "Equipo · mar 4 dic, 10:00". */
  text: string;
  button: string;
  isDanger?: boolean;
  onYes(scope: Scope): Promise<Outcome<unknown> | void> | void;
  /** Also called after an answer. */
  onClose(): void;
}

/** Asks which occurrences of a series are meant. Open while drawn. */
export function ScopeDialog(props: ScopeDialogProps) {
  const { language } = usePage();
  const { title, text, button, isDanger, onYes, onClose } = props;
  const [scope, setScope] = useState<Scope>("this");
  const { isBusy, failure, send } = useAnswer(language);
  const dialog = useDialog();
  const id = "scope";
  useEffect(() => dialog.open(), []);
  return (
    <dialog
      ref={dialog.ref}
      class="dialog"
      data-asks=""
      aria-labelledby={`${id}-title`}
      aria-busy={isBusy}
      onClose={onClose}
    >
      <form
        class="space-y-4 p-5"
        {...sentBy(async () => {
          if (await send(() => onYes(scope))) dialog.close();
        })}
      >
        <h2 id={`${id}-title`} class="font-semibold">{title}</h2>
        <ScopeChoice
          id={id}
          legend={text}
          scopes={scopes}
          scope={scope}
          onChoose={setScope}
        />
        <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>
            {speak(commonWords, language).cancel}
          </button>
          <button
            type="submit"
            class={`button ${isDanger ? "button-danger" : "button-primary"}`}
            aria-disabled={isBusy ? "true" : undefined}
          >
            {button}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
