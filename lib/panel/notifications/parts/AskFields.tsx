import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { emailInput } from "@/components/email_input.ts";
import { Field } from "@/components/Field.tsx";
import { askWords, spanText } from "@/lib/panel/notifications/ask_words.ts";
import { type AskDraft, spanChoices, usersIn } from "@/lib/panel/notifications/draft.ts";

interface AskFieldsProps {
  asks: AskDraft;
  errors: Record<string, string>;
  onChange(asks: AskDraft): void;
}

/** Fields for reminders, escalation and fallback mail, folded until they are used. */
export function AskFields({ asks, errors, onChange }: AskFieldsProps) {
  const words = useWords(askWords);
  const change = (part: Partial<AskDraft>) => onChange({ ...asks, ...part });
  const isWrong = Object.keys(errors).some((name) =>
    /^(remind|escalate|fallback|answers)/.test(name)
  );
  const isUsed = asks.remindEvery !== null || asks.first || asks.escalateTo !== "" ||
    asks.email !== "";
  const part = { asks, errors, change };
  return (
    <details open={isUsed || isWrong}>
      <summary class="w-fit py-1 font-medium text-soft hover:text-text">{words.title}</summary>
      <div class="mt-3 space-y-4">
        <ReminderFields {...part} />
        <EscalationFields {...part} />
        <FallbackFields {...part} />
        <label class="flex w-fit items-center gap-2">
          <input
            type="checkbox"
            name="answers"
            class="size-4 accent-accent"
            checked={asks.first}
            onChange={(event) => change({ first: event.currentTarget.checked })}
          />
          {words.first.label}
        </label>
      </div>
    </details>
  );
}

interface PartProps {
  asks: AskDraft;
  errors: Record<string, string>;
  change(part: Partial<AskDraft>): void;
}

function ReminderFields({ asks, errors, change }: PartProps) {
  const words = useWords(askWords);
  return (
    <Pair>
      <Span
        name="remind.every"
        label={words.remind.label}
        hint={words.remind.hint}
        error={errors["remind.every"] ?? errors.remind}
        value={asks.remindEvery}
        none={words.never}
        onChange={(remindEvery) => change({ remindEvery })}
      />
      <Field name="remind.times" label={words.remind.times} error={errors["remind.times"]}>
        {(control) => (
          <input
            {...control}
            type="number"
            class="control"
            min={1}
            max={10}
            disabled={asks.remindEvery === null}
            value={asks.remindTimes}
            onInput={(event) => change({ remindTimes: event.currentTarget.valueAsNumber || 0 })}
          />
        )}
      </Field>
    </Pair>
  );
}

function EscalationFields({ asks, errors, change }: PartProps) {
  const words = useWords(askWords);
  return (
    <Pair>
      <Field
        name="escalate.userIds"
        label={words.escalate.label}
        hint={words.escalate.hint}
        error={errorOf(errors, "escalate.userIds", usersIn(asks.escalateTo))}
      >
        {(control) => (
          <input
            {...control}
            class="control"
            autocomplete="off"
            value={asks.escalateTo}
            onInput={(event) => change({ escalateTo: event.currentTarget.value })}
          />
        )}
      </Field>
      <Span
        name="escalate.after"
        label={words.escalate.after}
        error={errors["escalate.after"]}
        value={asks.escalateAfter}
        onChange={(escalateAfter) => change({ escalateAfter: escalateAfter! })}
      />
    </Pair>
  );
}

function FallbackFields({ asks, errors, change }: PartProps) {
  const words = useWords(askWords);
  return (
    <Pair>
      <Field
        name="fallback.email"
        label={words.fallback.label}
        hint={words.fallback.hint}
        error={errors["fallback.email"] ?? errors.fallback}
      >
        {(control) => (
          <input
            {...control}
            {...emailInput}
            class="control"
            autocomplete="off"
            value={asks.email}
            onInput={(event) => change({ email: event.currentTarget.value })}
          />
        )}
      </Field>
      <Span
        name="fallback.after"
        label={words.fallback.after}
        error={errors["fallback.after"]}
        value={asks.emailAfter}
        onChange={(emailAfter) => change({ emailAfter: emailAfter! })}
      />
    </Pair>
  );
}

function Pair({ children }: { children: ComponentChildren }) {
  return <div class="grid gap-4 md:grid-cols-[minmax(0,1fr)_10rem]">{children}</div>;
}

interface SpanProps {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  value: number | null;
  /** Label of the choice of no span. */
  none?: string;
  onChange(seconds: number | null): void;
}

function Span({ name, label, hint, error, value, none, onChange }: SpanProps) {
  const { language } = usePage();
  const isListed = value === null || spanChoices.includes(value);
  const choices = isListed ? spanChoices : [...spanChoices, value];
  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          class="control"
          value={value ?? ""}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === "" ? null : Number(currentTarget.value))}
        >
          {none !== undefined && <option value="" selected={value === null}>{none}</option>}
          {choices.map((seconds) => (
            <option key={seconds} value={seconds} selected={seconds === value}>
              {spanText(seconds)[language]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Error of a field, or of its first wrong item, with that part's text in front. */
function errorOf(errors: Record<string, string>, name: string, parts: string[]) {
  const key = Object.keys(errors).find((one) => one === name || one.startsWith(`${name}.`));
  if (key === undefined) return undefined;
  const at = key.slice(name.length + 1);
  return at === "" ? errors[key] : `${parts[Number(at)]}: ${errors[key]}`;
}
