import { useWords } from "@/components/page.ts";
import { StageFields } from "@/lib/panel/opportunities/stages/StageFields.tsx";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { type Stages, useStages } from "@/lib/panel/opportunities/stages/use_stages.ts";
import { FormSheet } from "@/lib/panel/page/FormSheet.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { stageWords } from "@/lib/crm/stages/words.ts";
import { commonWords } from "@/lib/words/common.ts";

interface StageDialogProps {
  /** Null adds a new stage. */
  id: number | null;
  onClose(): void;
}

/** The sheet in which a stage is edited, added, put elsewhere or deleted. Open while drawn. */
export function StageDialog({ id, onClose }: StageDialogProps) {
  const dialog = useOpenDialog();
  const form = useStages(id, dialog.close);
  const words = useWords(stageWords);
  return (
    <FormSheet
      dialog={dialog}
      titleId="stages-title"
      title={form.stage ? words.title : words.add}
      failure={form.failure}
      onSend={form.removal ? form.remove : form.save}
      onClose={onClose}
      buttons={<Buttons form={form} />}
    >
      {form.removal ? <Removing form={form} /> : (
        <>
          <StageFields form={form} />
          {form.stage && <Placing form={form} />}
        </>
      )}
    </FormSheet>
  );
}

interface PartProps {
  form: Stages;
}

function Buttons({ form }: PartProps) {
  const words = useWords(stageWords);
  const { save, cancel } = useWords(commonWords);
  if (!form.removal) {
    return (
      <button type="submit" class="button button-primary w-full" disabled={form.isBusy}>
        {save}
      </button>
    );
  }
  return (
    <div class="flex gap-2">
      <button type="button" class="button flex-1" onClick={form.keep}>{cancel}</button>
      <button type="submit" class="button button-danger flex-1" disabled={form.isBusy}>
        <Icon name="trash-2" />
        {words.removeNow}
      </button>
    </div>
  );
}

/** Its place among the stages, and the way out. */
function Placing({ form }: PartProps) {
  const words = useWords(stageWords);
  const { at, stages, shift } = form;
  const isLast = at === stages.length - 1;
  return (
    <>
      <fieldset>
        <legend class="mb-1 text-label font-medium">{words.order}</legend>
        <div class="flex flex-wrap gap-2">
          <Reasoned
            label={words.left}
            icon="arrow-left"
            reason={at === 0 ? words.isFirst : undefined}
            onPress={() => shift(-1)}
          />
          <Reasoned
            label={words.right}
            icon="arrow-right"
            reason={isLast ? words.isLast : undefined}
            onPress={() => shift(1)}
          />
        </div>
      </fieldset>
      <div class="border-t border-line pt-4">
        <Reasoned
          label={words.remove}
          icon="trash-2"
          reason={stages.length === 1 ? words.isOnly : undefined}
          onPress={form.startRemoval}
        />
      </div>
    </>
  );
}

/** Asks where the opportunities of a stage go that is deleted. */
function Removing({ form }: PartProps) {
  const words = useWords(stageWords);
  const { count, to } = form.removal!;
  return (
    <>
      <p>{words.removeText(count)}</p>
      {count > 0 && (
        <Field name="reassign_to" label={words.moveTo} error={form.errors.reassign_to}>
          {(control) => (
            <select
              {...control}
              class="control"
              value={String(to)}
              onChange={(event) => form.moveTo(Number(event.currentTarget.value))}
            >
              {form.stages.filter(({ id }) => id !== form.stage!.id).map(({ id, name }) => (
                <option key={id} value={id}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}

interface ReasonedProps {
  label: string;
  icon: IconName;
  /** Why it cannot be pressed now. */
  reason?: string;
  onPress(): void;
}

function Reasoned({ label, icon, reason, onPress }: ReasonedProps) {
  return (
    <button
      type="button"
      class="button"
      title={reason}
      aria-disabled={reason ? "true" : undefined}
      onClick={() => !reason && onPress()}
    >
      <Icon name={icon} />
      {label}
      {reason && <span class="sr-only">{reason}</span>}
    </button>
  );
}
