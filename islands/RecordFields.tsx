import { ClashDialog } from "@/components/ClashDialog.tsx";
import { RecordField } from "@/components/record/RecordField.tsx";
import { SaveLine } from "@/components/SaveLine.tsx";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { Saveable } from "@/lib/panel/save.ts";
import { useRecordFields } from "@/lib/panel/use_record_fields.ts";
import type { Language } from "@/lib/words/language.ts";

interface RecordFieldsProps {
  /** Below /api/admin: `clients/7`. */
  path: string;
  record: Saveable;
  fields: FieldSpec[];
  companyId: number;
  language: Language;
  timeZone: string;
}

/** A record's fields, each of which saves itself when it is left; Escape takes back what is typed. */
export function RecordFields(props: RecordFieldsProps) {
  const { path, record, fields, companyId, language, timeZone } = props;
  const place = { language, timeZone };
  const form = useRecordFields({ path, record, fields, companyId, place });
  return (
    <div class="record-fields">
      {fields.map((spec) => (
        <RecordField
          key={spec.name}
          spec={spec}
          form={form}
          companyId={companyId}
          language={language}
        />
      ))}
      <SaveLine state={form.state} language={language} onRetry={form.retry} />
      <ClashDialog clashes={form.clashes} fields={fields} place={place} onResolve={form.resolve} />
    </div>
  );
}
