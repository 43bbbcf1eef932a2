import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import type { Scope } from "@/lib/crm/events/rule.ts";
import { RepeatEditor } from "@/lib/panel/events/repeat/RepeatEditor.tsx";
import type { SaidRule } from "@/lib/panel/events/repeat/rule_words.ts";
import { ScopeChoice } from "@/lib/panel/events/repeat/ScopeChoice.tsx";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { commonWords } from "@/lib/words/common.ts";

interface RepeatDialogProps {
  rule: SaidRule | null;
  /** The day of the occurrence. */
  day: string;
  onSave(rule: SaidRule | null, scope: Scope): Promise<Outcome<unknown>>;
  onClose(): void;
}

/** Changes the rule of an event, from here on or of all occurrences. Open while drawn. */
export function RepeatDialog({ rule, day, onSave, onClose }: RepeatDialogProps) {
  const { language } = usePage();
  const words = useWords(repeatWords);
  const common = useWords(commonWords);
  const [draft, setDraft] = useState(rule);
  const [scope, setScope] = useState<Scope>("following");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { isBusy, failure, send } = useAnswer(language);
  const dialog = useDialog();
  const id = "repeat";
  useEffect(() => dialog.open(), []);

  async function save() {
    setErrors({});
    const isSaved = await send(async () => {
      const outcome = await onSave(draft, rule ? scope : "all");
      if (!outcome.ok && outcome.why === "refused") setErrors(outcome.fields);
      return outcome;
    });
    if (isSaved) dialog.close();
  }

  return (
    <dialog
      ref={dialog.ref}
      class="dialog"
      aria-labelledby={`${id}-title`}
      aria-busy={isBusy}
      onClose={onClose}
    >
      <form noValidate class="space-y-4 p-5" {...sentBy(save)}>
        <h2 id={`${id}-title`} class="font-semibold">{words.dialog}</h2>
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
        <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>{common.cancel}</button>
          <button
            type="submit"
            class="button button-primary"
            aria-disabled={isBusy ? "true" : undefined}
          >
            {common.save}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
