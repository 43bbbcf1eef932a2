import { usePage, useWords } from "@/components/page.ts";
import { useRef } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { templateVariables } from "@/lib/crm/templates/variables.ts";
import type { TemplateForm } from "@/lib/panel/templates/use_template.ts";
import { templateWords } from "@/lib/panel/templates/words.ts";
import { type Language } from "@/lib/words/language.ts";
import { languageWords } from "@/lib/words/languages.ts";

interface TemplateFieldsProps {
  form: TemplateForm;
}

/** A template's name, language and text, with the places that are filled where it is used. */
export function TemplateFields({ form }: TemplateFieldsProps) {
  const { language } = usePage();
  const words = useWords(templateWords);
  const area = useRef<HTMLTextAreaElement>(null);
  const { values, errors, change } = form;

  function put(place: string) {
    const { body } = values;
    const { selectionStart = body.length, selectionEnd = selectionStart } = area.current ?? {};
    const caret = selectionStart + place.length;
    change({ body: body.slice(0, selectionStart) + place + body.slice(selectionEnd) });
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  }

  return (
    <>
      <Field name="template-name" label={words.name} hint={words.nameHint} error={errors.name}>
        {(control) => (
          <input
            {...control}
            class="control"
            required
            autofocus
            autocomplete="off"
            data-most={60}
            dir="auto"
            value={values.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field name="template-language" label={words.language} error={errors.language}>
        {(control) => (
          <select
            {...control}
            class="control"
            value={values.language}
            onChange={(event) => change({ language: event.currentTarget.value as Language })}
          >
            {Object.entries(languageWords).map(([value, label]) => (
              <option key={value} value={value} selected={value === values.language}>
                {label[language]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name="template-body" label={words.body} error={errors.body}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            class="control"
            rows={6}
            data-most={10_000}
            dir="auto"
            value={values.body}
            onInput={(event) => change({ body: event.currentTarget.value })}
          />
        )}
      </Field>
      <Variables onPick={(name) => put(`{{${name}}}`)} />
    </>
  );
}

function Variables({ onPick }: { onPick(name: string): void }) {
  const words = useWords(templateWords);
  return (
    <div>
      <p class="mb-1.5 text-label text-soft">{words.places}</p>
      <ul class="flex flex-wrap gap-1.5">
        {templateVariables.map((name) => (
          <li key={name}>
            <button
              type="button"
              class="button"
              title={`{{${name}}}`}
              onClick={() => onPick(name)}
            >
              {words.variables[name]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
