import { useState } from "preact/hooks";
import { type Scope, scopes } from "@/lib/crm/events/rule.ts";
import { ScopeChoice } from "@/lib/panel/events/repeat/ScopeChoice.tsx";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { accepted, useAnswer } from "@/lib/panel/save/use_answer.ts";

interface ScopeDialogProps {
  title: string;
  /** The event that is meant: "Equipo · mar 4 dic, 10:00". */
  text: string;
  button: string;
  isDanger?: boolean;
  onYes(scope: Scope): Promise<Outcome<unknown> | void> | void;
  /** Also called after an answer. */
  onClose(): void;
}

/** Asks which occurrences of a series are meant. Open while drawn. */
export function ScopeDialog(props: ScopeDialogProps) {
  const { title, text, button, isDanger, onYes, onClose } = props;
  const [scope, setScope] = useState<Scope>("this");
  const { isBusy, failure, send } = useAnswer();
  const dialog = useOpenDialog();
  const id = "scope";

  async function answer() {
    if (await send(async () => await onYes(scope) ?? accepted)) dialog.close();
  }

  return (
    <FormDialog
      dialog={dialog}
      titleId={`${id}-title`}
      title={title}
      button={button}
      isDanger={isDanger}
      isQuestion
      isBusy={isBusy}
      failure={failure}
      onSend={answer}
      onClose={onClose}
    >
      <ScopeChoice
        id={id}
        legend={text}
        scopes={scopes}
        scope={scope}
        onChoose={setScope}
      />
    </FormDialog>
  );
}
