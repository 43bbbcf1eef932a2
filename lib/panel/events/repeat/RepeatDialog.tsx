import { useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import type { Scope } from "@/lib/crm/events/rule.ts";
import { RepeatEditor } from "@/lib/panel/events/repeat/RepeatEditor.tsx";
import type { SpokenRule } from "@/lib/panel/events/repeat/rule_words.ts";
import { ScopeChoice } from "@/lib/panel/events/repeat/ScopeChoice.tsx";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { commonWords } from "@/lib/words/common.ts";

interface RepeatDialogProps {
  rule: SpokenRule | null;
  /** The day of the occurrence. */
  day: string;
  onSave(rule: SpokenRule | null, scope: Scope): Promise<Outcome<unknown>>;
  onClose(): void;
}

/** Changes the rule of an event, from here on or of all occurrences. Open while drawn. */
export function RepeatDialog({ rule, day, onSave, onClose }: RepeatDialogProps) {
  const words = useWords(repeatWords);
  const common = useWords(commonWords);
  const [draft, setDraft] = useState(rule);
  const [scope, setScope] = useState<Scope>("following");
  const { isBusy, errors, failure, send } = useAnswer();
  const dialog = useOpenDialog();
  const id = "repeat";

  async function save() {
    if (await send(() => onSave(draft, rule ? scope : "all"))) dialog.close();
  }

  return (
    <FormDialog
      dialog={dialog}
      titleId={`${id}-title`}
      title={words.dialog}
      button={common.save}
      isBusy={isBusy}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      <RepeatEditor
        rule={draft}
        day={day}
        errors={errors}
        onChange={setDraft}
      />
      {rule && (
        <div>
          <ScopeChoice
            id={id}
            legend={words.scope}
            scopes={["following", "all"]}
            scope={scope}
            onChoose={setScope}
          />
          <p class="mt-2 text-label text-soft">{words.stays}</p>
        </div>
      )}
    </FormDialog>
  );
}
