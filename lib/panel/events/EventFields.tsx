import { EventTimes } from "@/lib/panel/events/calendar/parts/EventTimes.tsx";
import { Reminders } from "@/lib/panel/events/calendar/parts/Reminders.tsx";
import { RecordFields, type RecordForm } from "@/lib/panel/record/RecordFields.tsx";
import type { Times } from "@/lib/panel/events/calendar/times.ts";
import type { FieldSpec } from "@/components/field_spec.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";
import type { Language } from "@/lib/words/language.ts";

interface EventFieldsProps {
  record: Saveable & { starts_at: Date | string; ends_at: Date | string };
  fields: FieldSpec[];
  companyId: number;
  language: Language;
  timeZone: string;
}

/** An event's fields, each of which saves itself; its times are saved together. */
export function EventFields({ record, ...props }: EventFieldsProps) {
  const { language, timeZone } = props;
  // As the API writes them, to compare them with.
  const starts_at = new Date(record.starts_at).toISOString();
  const ends_at = new Date(record.ends_at).toISOString();

  function own({ name }: FieldSpec, form: RecordForm) {
    const { version } = form.record;
    if (name === "starts_at") {
      return (
        <EventTimes
          key={name}
          times={timesOf(form.record)}
          version={version}
          error={form.errors.ends_at ?? form.errors.starts_at}
          place={{ language, timeZone }}
          onSave={(times) => form.commitTogether(changed(form.record, times))}
        />
      );
    }
    if (name === "ends_at" || name === "all_day") return false; // drawn with the start
    if (name !== "reminder_minutes") return null;
    return (
      <Reminders
        key={name}
        minutes={form.record.reminder_minutes as number[]}
        version={version}
        error={form.errors.reminder_minutes}
        language={language}
        onSave={(reminder_minutes) => form.commitTogether({ reminder_minutes })}
      />
    );
  }

  return (
    <RecordFields
      path={`events/${record.id}`}
      record={{ ...record, starts_at, ends_at }}
      own={own}
      {...props}
    />
  );
}

function timesOf(record: Saveable): Times {
  return {
    start: Date.parse(record.starts_at as string),
    end: Date.parse(record.ends_at as string),
    isAllDay: record.all_day === true,
  };
}

/** The fields of the record that other times change. */
function changed(record: Saveable, { start, end, isAllDay }: Times): Record<string, unknown> {
  const values = {
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
    all_day: isAllDay,
  };
  return Object.fromEntries(Object.entries(values).filter(([name, to]) => record[name] !== to));
}
