import { useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import { HeadFileField } from "@/lib/panel/composer/apps/HeadFileField.tsx";
import { labelOf, quoteLink, suggestions } from "@/lib/values/app_template.ts";
import { TemplatePreview } from "@/lib/panel/composer/apps/TemplatePreview.tsx";
import type { TemplateFilling } from "@/lib/panel/composer/apps/use_template.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";

interface TemplateFieldsProps {
  id: string;
  filling: TemplateFilling;
  /** What the server has against a place, by its name. */
  refused?: Readonly<Record<string, string>>;
}

/** The places of a WhatsApp template, and the message as it will look. */
export function TemplateFields({ id, filling, refused = {} }: TemplateFieldsProps) {
  const { template, fill, values, source, errors, isOptedIn, needsFile, choosesFile } = filling;
  const words = useWords(appWords).template;
  return (
    <>
      {template.variables.map((name) => (
        <PlaceField
          key={name}
          id={`${id}-${name}`}
          name={name}
          label={labelOf(template, name, words)}
          hint={values[name]?.includes(quoteLink)
            ? words.linkHint(fill.quote?.number ?? "")
            : undefined}
          value={values[name] ?? ""}
          error={errors.values[name] ?? refused[name]}
          listId={`${id}-values`}
          onType={(value) => filling.type(name, value)}
        />
      ))}
      <datalist id={`${id}-values`}>
        {suggestions(fill).map((value) => <option key={value} value={value} />)}
      </datalist>
      {needsFile && choosesFile && <HeadFileField id={id} filling={filling} type={needsFile} />}
      {!isOptedIn && (
        <Field
          id={`${id}-opt-in`}
          name="opt_in.source"
          label={words.optIn}
          hint={words.optInHint}
          error={errors.source}
        >
          {(control) => (
            <input
              {...control}
              class="control"
              dir="auto"
              data-most={200}
              placeholder={words.optInPlace}
              value={source}
              onInput={(event) => filling.setSource(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <TemplatePreview filling={filling} />
    </>
  );
}

interface PlaceFieldProps {
  id: string;
  name: string;
  label: string;
  hint?: string;
  value: string;
  error?: string;
  listId: string;
  onType(value: string): void;
}

function PlaceField({ id, name, label, hint, value, error, listId, onType }: PlaceFieldProps) {
  return (
    <Field id={id} name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          class="control"
          dir="auto"
          list={listId}
          autocomplete="off"
          data-most={1_000}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
