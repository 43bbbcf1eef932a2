import { usePage, useWords } from "@/components/page.ts";
import { Field, FieldError } from "@/components/Field.tsx";
import { frequencies, maxInterval, maxOccurrences, weekdays } from "@/lib/crm/events/rule.ts";
import { addDays } from "@/lib/values/dates.ts";
import {
  ruleWords,
  type SpokenRule,
  weekdayName,
  weekdayOn,
} from "@/lib/panel/events/repeat/rule_words.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { eventWords } from "@/lib/crm/events/words.ts";

interface RepeatEditorProps {
  rule: SpokenRule | null;
  /** The day on which it begins. */
  day: string;
  /** Errors by field of the request, such as `recurrence.until`. */
  errors: Record<string, string>;
  onChange(rule: SpokenRule | null): void;
}

type End = "never" | "until" | "count";

/** A rule of repetition: how often, on which days, and until when. */
export function RepeatEditor({ rule, day, errors, onChange }: RepeatEditorProps) {
  const { language } = usePage();
  const words = useWords(repeatWords);
  const { interval = 1 } = rule ?? {};

  function chooseFreq(freq: string) {
    if (freq === "") return onChange(null);
    const { until, count } = rule ?? {};
    onChange({ freq: freq as SpokenRule["freq"], interval, until, count });
  }

  return (
    <div class="repeat">
      <Field
        name="recurrence.freq"
        label={eventWords.repeats[language]}
        error={errors["recurrence.freq"] ?? errors.recurrence}
      >
        {(control) => (
          <select
            {...control}
            class="control"
            onChange={(event) => chooseFreq(event.currentTarget.value)}
          >
            <option value="" selected={!rule}>{words.never}</option>
            {frequencies.map((freq) => (
              <option key={freq} value={freq} selected={rule?.freq === freq}>
                {words.freqs[freq]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {rule && (
        <>
          <NumberField
            name="recurrence.interval"
            label={words.every}
            unit={interval === 1 ? words.unit[rule.freq] : words.units[rule.freq]}
            max={maxInterval}
            value={interval}
            error={errors["recurrence.interval"]}
            onType={(interval) => onChange({ ...rule, interval })}
          />
          {rule.freq === "weekly" && (
            <Weekdays
              chosen={rule.by_weekday ?? [weekdayOn(day)]}
              label={words.on}
              error={errors["recurrence.by_weekday"]}
              onChoose={(by_weekday) => onChange({ ...rule, by_weekday })}
            />
          )}
          <RepeatEnd rule={rule} day={day} errors={errors} onChange={onChange} />
          <p class="text-meta text-soft" aria-live="polite">{ruleWords(rule, day, language)}</p>
        </>
      )}
    </div>
  );
}

interface RepeatEndProps extends RepeatEditorProps {
  rule: SpokenRule;
}

function RepeatEnd({ rule, day, errors, onChange }: RepeatEndProps) {
  const words = useWords(repeatWords);
  const { until, count } = rule;
  const end: End = until ? "until" : count ? "count" : "never";

  function chooseEnd(chosen: string) {
    const ends = {
      never: { until: null, count: null },
      until: { until: addDays(day, 90), count: null },
      count: { until: null, count: 10 },
    };
    onChange({ ...rule, ...ends[chosen as End] });
  }

  return (
    <div class="repeat-end">
      <Field name="recurrence.end" label={words.end}>
        {(control) => (
          <select
            {...control}
            class="control"
            onChange={(event) => chooseEnd(event.currentTarget.value)}
          >
            {(["never", "until", "count"] as const).map((value) => (
              <option key={value} value={value} selected={value === end}>
                {words.ends[value]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {end === "until" && (
        <Field
          name="recurrence.until"
          label={words.lastDay}
          error={errors["recurrence.until"]}
        >
          {(control) => (
            <input
              {...control}
              class="control"
              type="date"
              required
              min={day}
              value={until!}
              onInput={({ currentTarget: { value } }) =>
                value && onChange({ ...rule, until: value })}
            />
          )}
        </Field>
      )}
      {end === "count" && (
        <NumberField
          name="recurrence.count"
          label={words.times}
          max={maxOccurrences}
          value={count!}
          error={errors["recurrence.count"]}
          onType={(count) => onChange({ ...rule, count })}
        />
      )}
    </div>
  );
}

interface NumberFieldProps {
  name: string;
  label: string;
  unit?: string;
  max: number;
  value: number;
  error: string | undefined;
  onType(value: number): void;
}

function NumberField({ name, label, unit, max, value, error, onType }: NumberFieldProps) {
  return (
    <Field name={name} label={label} error={error}>
      {(control) => (
        <span class="flex items-center gap-2">
          <input
            {...control}
            class="control repeat-number"
            type="number"
            inputMode="numeric"
            min={1}
            max={max}
            required
            value={value}
            onInput={({ currentTarget }) => {
              const typed = currentTarget.valueAsNumber;
              if (typed >= 1) onType(Math.trunc(typed));
            }}
          />
          {unit}
        </span>
      )}
    </Field>
  );
}

interface WeekdaysProps {
  chosen: readonly (typeof weekdays)[number][];
  label: string;
  error: string | undefined;
  onChoose(days: (typeof weekdays)[number][]): void;
}

/** The days of the week; one at least stays. */
function Weekdays({ chosen, label, error, onChoose }: WeekdaysProps) {
  const { language } = usePage();
  return (
    <fieldset>
      <legend class="mb-1 text-label font-medium">{label}</legend>
      <div class="repeat-days">
        {weekdays.map((day) => (
          <label key={day} class="choice" title={weekdayName(day, language, "long")}>
            <input
              type="checkbox"
              class="sr-only"
              aria-label={weekdayName(day, language, "long")}
              checked={chosen.includes(day)}
              onChange={({ currentTarget }) => {
                const next = weekdays.filter((one) =>
                  one === day ? currentTarget.checked : chosen.includes(one)
                );
                if (next.length > 0) {
                  onChoose(next);
                } else currentTarget.checked = true;
              }}
            />
            {weekdayName(day, language, "short")}
          </label>
        ))}
      </div>
      {error && <FieldError id="field-recurrence-by_weekday-error" text={error} />}
    </fieldset>
  );
}
