import { EventTimes } from "@/components/calendar/EventTimes.tsx";
import { Reminders } from "@/components/calendar/Reminders.tsx";
import { ClashDialog } from "@/components/ClashDialog.tsx";
import { RecordField } from "@/components/record/RecordField.tsx";
import { SaveLine } from "@/components/SaveLine.tsx";
import type { Times } from "@/lib/panel/calendar/times.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { Saveable } from "@/lib/panel/save.ts";
import { useRecordFields } from "@/lib/panel/use_record_fields.ts";
import type { Language } from "@/lib/words/language.ts";

interface EventRecord extends Saveable {
  starts_at: Date | string;
  ends_at: Date | string;
  all_day: boolean;
  reminder_minutes: number[];
}

interface EventFieldsProps {
  record: EventRecord;
  /** All of them; those named in `own` have controls of their own. */
  fields: FieldSpec[];
  companyId: number;
  language: Language;
  timeZone: string;
}

const own = ["starts_at", "ends_at", "all_day", "reminder_minutes"];
/** Fields that stand above the times. */
const first = ["title", "type"];

/** An event's fields, each of which saves itself; its times are saved together. */
export function EventFields(props: EventFieldsProps) {
  const { record, fields, companyId, language, timeZone } = props;
  const place = { language, timeZone };
  const form = useRecordFields({
    path: `events/${record.id}`,
    record: plain(record),
    fields,
    companyId,
    place,
  });
  const { version } = form.record;
  const times: Times = {
    start: Date.parse(form.record.starts_at as string),
    end: Date.parse(form.record.ends_at as string),
    isAllDay: form.record.all_day,
  };
  const saveTimes = (next: Times) => {
    const values = {
      starts_at: new Date(next.start).toISOString(),
      ends_at: new Date(next.end).toISOString(),
      all_day: next.isAllDay,
    };
    const changed = Object.entries(values)
      .filter(([name, value]) => form.record[name] !== value);
    form.commitTogether(Object.fromEntries(changed));
  };
  const shared = { form, companyId, language };
  return (
    <div class="record-fields">
      {fields.filter(({ name }) => first.includes(name))
        .map((spec) => <RecordField key={spec.name} spec={spec} {...shared} />)}
      <EventTimes
        times={times}
        version={version}
        error={form.errors.ends_at ?? form.errors.starts_at}
        place={place}
        onSave={saveTimes}
      />
      {fields.filter(({ name }) => !first.includes(name) && !own.includes(name))
        .map((spec) => <RecordField key={spec.name} spec={spec} {...shared} />)}
      <Reminders
        minutes={form.record.reminder_minutes}
        version={version}
        error={form.errors.reminder_minutes}
        language={language}
        onSave={(reminder_minutes) => form.commitTogether({ reminder_minutes })}
      />
      <SaveLine state={form.state} language={language} onRetry={form.retry} />
      <ClashDialog clashes={form.clashes} fields={fields} place={place} onResolve={form.resolve} />
    </div>
  );
}

/** Instants as the API writes them. */
function plain(record: EventRecord): EventRecord {
  const { starts_at, ends_at } = record;
  return {
    ...record,
    starts_at: new Date(starts_at).toISOString(),
    ends_at: new Date(ends_at).toISOString(),
  };
}
