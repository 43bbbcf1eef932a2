import { usePage, useWords } from "@/components/page.ts";
import type { ComponentProps } from "preact";
import { useRef, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Scope, ScopedMeta } from "@/lib/crm/events/rule.ts";
import { scopes } from "@/lib/crm/events/rule.ts";
import { dayIn } from "@/lib/values/dates.ts";
import { EventTimes } from "@/lib/panel/events/calendar/parts/EventTimes.tsx";
import { Reminders } from "@/lib/panel/events/calendar/parts/Reminders.tsx";
import { ruleWords, type SpokenRule } from "@/lib/panel/events/repeat/rule_words.ts";
import { ScopeChoice } from "@/lib/panel/events/repeat/ScopeChoice.tsx";
import { showScoped } from "@/lib/panel/events/repeat/show_scoped.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { later } from "@/lib/panel/page/later.ts";
import { RecordFields, type RecordForm } from "@/lib/panel/record/RecordFields.tsx";
import type { Times } from "@/lib/panel/events/calendar/times.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";

const RepeatDialog = later(
  () => import("@/lib/panel/events/repeat/RepeatDialog.tsx"),
  "RepeatDialog",
);

interface EventFieldsProps {
  record: Saveable & {
    starts_at: Date | string;
    ends_at: Date | string;
    original_day: string | null;
    recurrence: SpokenRule | null;
  };
  fields: FieldSpec[];
}

/**
 * An event's fields, each of which saves itself, here and in as many occurrences as are chosen; its
 * times are saved together.
 */
export function EventFields({ record, ...props }: EventFieldsProps) {
  const { companyId, language } = usePage();
  const words = useWords(repeatWords);
  const path = `events/${record.id}`;
  const { repeats, scope, setScope, saveRule } = useRule(path, record.recurrence !== null);
  // As the API writes them, to compare them with.
  const starts_at = new Date(record.starts_at).toISOString();
  const ends_at = new Date(record.ends_at).toISOString();

  function own({ name, label }: FieldSpec, form: RecordForm) {
    const { version } = form.record;
    if (name === "starts_at") {
      return (
        <EventTimes
          key={name}
          times={timesOf(form.record)}
          version={version}
          error={form.errors.ends_at ?? form.errors.starts_at}
          onSave={(times) => form.send(changed(form.record, times))}
        />
      );
    }
    if (name === "ends_at" || name === "all_day") return false; // drawn with the start
    if (name === "recurrence") {
      repeats.current = form.record.recurrence !== null;
      return (
        <RepeatField
          key={name}
          name={name}
          label={label}
          record={form.record}
          error={form.errors.recurrence}
          onSave={(rule, scope) => saveRule(form, rule, scope)}
        />
      );
    }
    if (name !== "reminder_minutes") return null;
    return (
      <Reminders
        key={name}
        minutes={form.record.reminder_minutes as number[]}
        version={version}
        error={form.errors.reminder_minutes}
        onSave={(reminder_minutes) => form.send({ reminder_minutes })}
      />
    );
  }

  return (
    <>
      {repeats.current && (
        <ScopeChoice
          id="event"
          legend={words.scope}
          scopes={scopes}
          scope={scope}
          onChoose={setScope}
        />
      )}
      <RecordFields
        path={path}
        record={{ ...record, starts_at, ends_at }}
        own={own}
        query={() => ({ scope: repeats.current ? scope : "this" })}
        onSaved={(meta) => {
          if (scope !== "this") showScoped(meta as ScopedMeta, { companyId, language });
        }}
        {...props}
      />
    </>
  );
}

/** Whether the event repeats, and in which occurrences a change is saved. */
function useRule(path: string, isRepeated: boolean) {
  const { companyId, language } = usePage();
  const [scope, setScope] = useState<Scope>("this");
  const repeats = useRef(isRepeated);

  /** Saves the rule from a dialog of its own, which says what is wrong with it. */
  async function saveRule(form: RecordForm, recurrence: SpokenRule | null, scope: Scope) {
    const json = { recurrence, version: form.record.version };
    const outcome = await callApi<Saveable, ScopedMeta>(path, {
      companyId,
      language,
      method: "PATCH",
      query: { scope },
      json,
    });
    if (!outcome.ok) return outcome;
    form.adopt(outcome.data);
    repeats.current = outcome.data.recurrence !== null;
    setScope("this");
    showScoped(outcome.meta!, { companyId, language });
    await refreshRegions();
    return { ok: true as const, data: outcome.data };
  }

  return { repeats, scope, setScope, saveRule };
}

interface RepeatFieldProps extends Pick<ComponentProps<typeof RepeatDialog>, "onSave"> {
  name: string;
  label: string;
  record: Saveable;
  error: string | undefined;
}

function RepeatField({ name, label, record, error, onSave }: RepeatFieldProps) {
  const { language, timeZone } = usePage();
  const words = useWords(repeatWords);
  const [isAsking, setAsking] = useState(false);
  const rule = record.recurrence as SpokenRule | null;
  const day = dayIn(timeZone, new Date(record.starts_at as string));
  const ruleText = rule ? ruleWords(rule, day, language) : words.never;
  const change = rule ? words.change : words.repeat;
  return (
    <Field name={name} label={label} error={error}>
      {(control) => (
        <div class="flex flex-wrap items-center gap-x-3 px-2.5">
          <span>{ruleText}</span>
          <button
            {...control}
            type="button"
            class="button button-plain"
            aria-label={`${change} (${ruleText})`}
            data-opens=""
            onClick={() => setAsking(true)}
          >
            <Icon name="repeat" /> {change}
          </button>
          {isAsking && (
            <RepeatDialog
              rule={rule}
              day={day}
              onSave={onSave}
              onClose={() => setAsking(false)}
            />
          )}
        </div>
      )}
    </Field>
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
