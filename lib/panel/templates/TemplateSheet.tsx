import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { FormSheet } from "@/lib/panel/page/FormSheet.tsx";
import { later } from "@/lib/panel/page/later.ts";
import { useDialog, useOpening } from "@/lib/panel/page/use_dialog.ts";
import { clashText, isClash, sayChanges } from "@/lib/panel/save/clash.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { TemplateFields } from "@/lib/panel/templates/TemplateFields.tsx";
import { type StoredTemplate, useTemplate } from "@/lib/panel/templates/use_template.ts";
import { templateWords } from "@/lib/panel/templates/words.ts";
import { commonWords } from "@/lib/words/common.ts";

const AskDialog = later(() => import("@/lib/panel/save/AskDialog.tsx"), "AskDialog");

/** The button of a new template, and the sheet in which one is written, changed or deleted. */
export function TemplateSheet() {
  const dialog = useDialog();
  const form = useTemplate({ onSaved: dialog.close });
  const words = useWords(templateWords);
  const common = useWords(commonWords);
  const { stored } = form;
  const { leaving, setLeaving, remove } = useRemoval();

  function create() {
    form.begin(null);
    dialog.open();
  }
  useOpening({ hash: "#new", shortcut: "c", open: create });
  useEffect(() => {
    const press = async ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>("button[data-template]");
      if (!button) return;
      if (await form.open(Number(button.dataset.template))) dialog.open();
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);

  return (
    <>
      <button
        type="button"
        class="button button-primary"
        data-command={words.create}
        data-opens=""
        aria-keyshortcuts="c"
        onClick={create}
      >
        <Icon name="plus" />
        {words.create}
      </button>
      <FormSheet
        dialog={dialog}
        titleId="template-title"
        title={stored ? words.edit : words.create}
        failure={form.failure}
        onSend={form.save}
        buttons={
          <div class="flex flex-wrap gap-2">
            {stored && (
              <button
                type="button"
                class="button button-danger"
                onClick={() => {
                  dialog.close();
                  setLeaving(stored);
                }}
              >
                {words.remove}
              </button>
            )}
            <button type="submit" class="button button-primary flex-1" disabled={form.isBusy}>
              {common.save}
            </button>
          </div>
        }
      >
        <TemplateFields form={form} />
      </FormSheet>
      {leaving && (
        <AskDialog
          {...words.removeAsk}
          title={words.removeAsk.title(leaving.name)}
          onYes={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

/** The template that is to be deleted, and the call. */
function useRemoval() {
  const { companyId, language } = usePage();
  const words = useWords(templateWords);
  const [leaving, setLeaving] = useState<StoredTemplate | null>(null);

  async function remove(template: StoredTemplate) {
    const { id, version } = template;
    const path = `reply-templates/${id}`;
    const outcome = await runVerb(
      { path, method: "DELETE", query: { version }, done: words.removed, isAsked: true },
      { companyId, language },
    );
    if (!isClash(outcome)) return outcome;
    const now = { ...template, ...outcome.details.record as Partial<StoredTemplate> };
    setLeaving(now);
    const labels = { name: words.name, body: words.body };
    const changes = sayChanges({ before: { ...template }, now }, labels, language);
    return { ...outcome, error: clashText(outcome, changes) };
  }

  return { leaving, setLeaving, remove };
}
