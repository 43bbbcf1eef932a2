import { usePage } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { LateClashDialog } from "@/lib/panel/form/LateClashDialog.tsx";
import { Field } from "@/components/Field.tsx";
import { FieldControl } from "@/lib/panel/form/FieldControl.tsx";
import { creators } from "@/lib/panel/record/new/creators.ts";
import { fieldWarning } from "@/lib/panel/record/field_warning.tsx";
import { SaveLine } from "@/lib/panel/save/SaveLine.tsx";
import { type FieldSpec, readInput, type Typed, typedOf } from "@/lib/panel/form/field_spec.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useRecordChanges } from "@/lib/panel/live/use_record_changes.ts";
import { isSaveKey } from "@/lib/panel/page/keys.ts";
import type { FieldDrafts } from "@/lib/panel/save/field_drafts.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";
import { useFieldDrafts } from "@/lib/panel/save/use_field_drafts.ts";

interface RecordFieldsProps {
  /** Below /api/admin: `clients/7`. */
  path: string;
  record: Saveable;
  fields: FieldSpec[];
  /** Control of another island for a field; null for the usual one. */
  own?: (spec: FieldSpec, form: RecordForm) => ComponentChildren;
  /** Parameters of a save, and what is done with what its answer says beside the record. */
  query?: () => Record<string, string>;
  onSaved?: (meta: unknown) => void;
}

export type RecordForm = FieldDrafts<Saveable, Typed>;

/** A record's fields; each saves itself when it is left, and Escape takes back its input. */
export function RecordFields(props: RecordFieldsProps) {
  const place = usePage();
  const { record, fields, own } = props;
  const form = useRecordFields(props);
  const { country } = record as { country?: unknown };
  return (
    <div class="record-fields">
      {fields.map((spec) =>
        own?.(spec, form) ?? (
          <Field
            key={spec.name}
            name={spec.name}
            label={spec.label}
            hint={spec.hint}
            error={form.errors[spec.name]}
            warning={fieldWarning(spec, { typed: form.inputIn(spec.name), country })}
          >
            {(control) => (
              <div
                class="quiet"
                onFocusOut={() => form.commit(spec.name)}
                onKeyDown={(event) => {
                  if (event.key === "Escape") form.revert(spec.name);
                  const isLine = (event.target as HTMLElement).tagName === "INPUT";
                  if (isSaveKey(event) || (event.key === "Enter" && isLine)) form.commit(spec.name);
                }}
              >
                <FieldControl
                  spec={{ ...spec, displayName: pickedName(form.record, spec) }}
                  control={control}
                  typed={form.inputIn(spec.name)}
                  creators={creators}
                  placeholder="—"
                  onType={(typed) => form.type(spec.name, typed)}
                  onChoose={(typed) => form.commit(spec.name, typed)}
                />
              </div>
            )}
          </Field>
        )
      )}
      <SaveLine state={form.state} onRetry={() => form.run()} />
      <LateClashDialog
        clashes={form.clashes}
        fields={fields}
        place={place}
        onResolve={(chosen) => form.resolve(chosen)}
      />
    </div>
  );
}

/** The store of the fields, which follows what others change. */
function useRecordFields(props: RecordFieldsProps): RecordForm {
  const { fields, onSaved } = props;
  const page = usePage();
  const specOf = (name: string) => fields.find((spec) => spec.name === name)!;
  const form = useFieldDrafts<Saveable, Typed>({
    ...props,
    ...page,
    names: fields.map(({ name }) => name),
    inputOf: (name, value) => typedOf(specOf(name), value, page),
    read: (name, typed) => readInput(specOf(name), typed, page),
    onSaved(meta) {
      onSaved?.(meta);
      refreshRegions();
    },
  });
  const take = (fresh: Saveable) => form.adopt(fresh);
  useRecordChanges(props.path, page, take);
  return form;
}

/** Current name of the picked record. */
function pickedName(record: Saveable, { name, displayName }: FieldSpec): string | undefined {
  const field = name.replace(/_id$/, "");
  const picked = field in record ? record[field] as { name?: string | null } | null : undefined;
  return picked === undefined || typeof picked !== "object" ? displayName : picked?.name ?? "";
}
