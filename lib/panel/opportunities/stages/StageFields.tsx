import { useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import type { Stages } from "@/lib/panel/opportunities/stages/use_stages.ts";
import { stageWords } from "@/lib/crm/stages/words.ts";

interface StageFieldsProps {
  form: Stages;
}

const firstColor = "#4f7cff";

/** A stage's name, colour, probability and how long its cards may rest. */
export function StageFields({ form }: StageFieldsProps) {
  const words = useWords(stageWords);
  const { values: draft, errors, change } = form;
  return (
    <>
      <Field name="stage-name" label={words.name} error={errors.name}>
        {(control) => (
          <input
            {...control}
            class="control"
            data-most={60}
            dir="auto"
            value={draft.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field name="stage-color" label={words.color} error={errors.color}>
        {(control) => (
          <div class="flex items-center gap-3">
            <input
              {...control}
              type="color"
              class="control w-14 p-1"
              value={draft.color ?? firstColor}
              onInput={(event) => change({ color: event.currentTarget.value })}
            />
            <label class="flex min-h-8 items-center gap-2 text-meta">
              <input
                type="checkbox"
                class="size-4 accent-accent"
                checked={draft.color === null}
                onChange={(event) =>
                  change({ color: event.currentTarget.checked ? null : firstColor })}
              />
              {words.noColor}
            </label>
          </div>
        )}
      </Field>
      <Field
        name="stage-probability"
        label={words.probability}
        hint={words.probabilityHint}
        error={errors.default_probability}
      >
        {(control) => (
          <input
            {...control}
            class="control"
            inputMode="numeric"
            value={draft.default_probability}
            onInput={(event) => change({ default_probability: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field name="stage-rot" label={words.rot} hint={words.rotHint} error={errors.rot_days}>
        {(control) => (
          <input
            {...control}
            class="control"
            inputMode="numeric"
            value={draft.rot_days}
            onInput={(event) => change({ rot_days: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
