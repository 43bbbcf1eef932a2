import { Field } from "@/components/Field.tsx";
import { FieldControl } from "@/components/FieldControl.tsx";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import { isSaveKey } from "@/lib/panel/keys.ts";
import type { useRecordFields } from "@/lib/panel/use_record_fields.ts";
import type { Language } from "@/lib/words/language.ts";

interface RecordFieldProps {
  spec: FieldSpec;
  form: Pick<
    ReturnType<typeof useRecordFields>,
    "errors" | "typedIn" | "type" | "commit" | "revert"
  >;
  companyId: number;
  language: Language;
}

/** A field that saves itself when it is left; Escape takes back what is typed. */
export function RecordField({ spec, form, companyId, language }: RecordFieldProps) {
  return (
    <Field name={spec.name} label={spec.label} hint={spec.hint} error={form.errors[spec.name]}>
      {(control) => (
        <div
          class="quiet"
          onFocusOut={() => form.commit(spec)}
          onKeyDown={(event) => {
            if (event.key === "Escape") form.revert(spec.name);
            const isLine = (event.target as HTMLElement).tagName === "INPUT";
            if (isSaveKey(event) || (event.key === "Enter" && isLine)) form.commit(spec);
          }}
        >
          <FieldControl
            spec={spec}
            control={control}
            typed={form.typedIn(spec)}
            companyId={companyId}
            language={language}
            placeholder="—"
            onType={(typed) => form.type(spec.name, typed)}
            onChoose={(typed) => form.commit(spec, typed)}
          />
        </div>
      )}
    </Field>
  );
}
