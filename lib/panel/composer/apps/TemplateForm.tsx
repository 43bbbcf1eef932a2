import { useWords } from "@/components/page.ts";
import type { AppTemplate } from "@/lib/values/app_template.ts";
import { TemplateFields } from "@/lib/panel/composer/apps/TemplateFields.tsx";
import {
  type HeadFile,
  type TemplateChoice,
  useTemplate,
} from "@/lib/panel/composer/apps/use_template.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { FormSheet } from "@/lib/panel/page/FormSheet.tsx";
import { focusFault } from "@/lib/panel/page/focus_fault.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";

interface TemplateFormProps {
  id: string;
  template: AppTemplate;
  fill: FillValues;
  /** Whether it is recorded that they agreed to get messages. */
  isOptedIn: boolean;
  onSend(choice: TemplateChoice, file: HeadFile | null): Promise<Outcome<unknown>>;
  onClose(): void;
}

/** A WhatsApp template to fill in and send. Open while drawn. */
export function TemplateForm(props: TemplateFormProps) {
  const { id, template, fill, isOptedIn, onSend, onClose } = props;
  const words = useWords(appWords).template;
  const dialog = useOpenDialog();
  const answer = useAnswer();
  const filling = useTemplate({ template, fill, isOptedIn, choosesFile: true });

  async function send() {
    if (!filling.check()) return focusFault(dialog);
    const sent = await answer.send(async () => await onSend(filling.json(), filling.file));
    if (sent) dialog.close();
  }

  return (
    <FormSheet
      dialog={dialog}
      titleId={`${id}-title`}
      title={words.title(template.name)}
      isDisabled={answer.isBusy}
      failure={answer.failure}
      onSend={send}
      onClose={onClose}
      buttons={
        <button type="submit" class="button button-primary w-full" disabled={answer.isBusy}>
          {words.send}
        </button>
      }
    >
      <TemplateFields id={id} filling={filling} />
    </FormSheet>
  );
}
