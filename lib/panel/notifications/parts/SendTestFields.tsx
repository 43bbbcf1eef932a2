import { Field, FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Draft, TestLimits } from "@/lib/panel/notifications/draft.ts";
import { messagePriorities, messageTypes } from "@/lib/panel/notifications/message_kinds.ts";
import type { NotificationWords } from "@/lib/panel/notifications/words.ts";

interface SendTestFieldsProps {
  draft: Draft;
  errors: Record<string, string>;
  limits: TestLimits;
  words: NotificationWords;
  onChange(change: Partial<Draft>): void;
}

/** The fields of a test notification, in the order in which a phone shows them. */
export function SendTestFields(props: SendTestFieldsProps) {
  const { draft, errors, limits, words: { form }, onChange } = props;
  const typed = (name: "userId" | "title" | "body") => ({
    value: name === "userId" ? draft.userIds[0] : draft[name],
    "data-most": limits[name],
    dir: "auto" as const,
    required: true,
    class: "control",
    onInput: (event: { currentTarget: { value: string } }) =>
      onChange(
        name === "userId"
          ? { userIds: [event.currentTarget.value] }
          : { [name]: event.currentTarget.value },
      ),
  });
  return (
    <>
      <Field name="userId" label={form.to} hint={form.toHint} error={errors.userId}>
        {(control) => (
          <input
            {...control}
            {...typed("userId")}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            autofocus
          />
        )}
      </Field>
      <Field name="title" label={form.subject} error={errors.title}>
        {(control) => <input {...control} {...typed("title")} autocomplete="off" />}
      </Field>
      <Field name="body" label={form.body} error={errors.body}>
        {(control) => <textarea {...control} {...typed("body")} />}
      </Field>
      <TypeChoice {...props} />
      <PriorityChoice {...props} />
      <ButtonFields {...props} />
      <ReplyChoice {...props} />
    </>
  );
}

export function ReplyChoice(
  { draft, words: { form }, onChange }: Choosing<"allowReply">,
) {
  return (
    <label class="flex min-h-8 items-center gap-2">
      <input
        type="checkbox"
        class="size-4 accent-accent"
        checked={draft.allowReply}
        onChange={(event) => onChange({ allowReply: event.currentTarget.checked })}
      />
      {form.allowReply}
    </label>
  );
}

export function PriorityChoice(
  { draft, errors, words: { form }, onChange }:
    & Choosing<"priority">
    & Pick<SendTestFieldsProps, "errors">,
) {
  return (
    <Field name="priority" label={form.priority} error={errors.priority}>
      {(control) => (
        <select
          {...control}
          class="control"
          value={draft.priority}
          onChange={(event) =>
            onChange({ priority: event.currentTarget.value as Draft["priority"] })}
        >
          {messagePriorities.map((priority) => (
            <option key={priority} value={priority} selected={priority === draft.priority}>
              {form.priorities[priority]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type Choosing<Part extends keyof Draft> = Pick<SendTestFieldsProps, "words" | "onChange"> & {
  draft: Pick<Draft, Part>;
};

export function TypeChoice({ draft, words, onChange }: Choosing<"type">) {
  return (
    <fieldset>
      <legend class="mb-1 text-label font-medium">{words.form.type}</legend>
      <div class="grid grid-cols-2 gap-0.5 rounded-md bg-sunken p-0.5 md:grid-cols-4">
        {messageTypes.map((type) => (
          <label key={type} class="choice text-meta">
            <input
              type="radio"
              class="sr-only"
              name="type"
              value={type}
              checked={type === draft.type}
              onChange={() => onChange({ type })}
            />
            {words.types[type]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The texts of up to three buttons, which can be added and taken away. */
export function ButtonFields(
  { draft: { labels }, errors, limits, words, onChange }:
    & Choosing<"labels">
    & Pick<SendTestFieldsProps, "errors" | "limits">,
) {
  const { form } = words;
  const change = (at: number, label: string) => onChange({ labels: labels.with(at, label) });
  return (
    <fieldset>
      <legend class="mb-1 text-label font-medium">
        {form.buttons}
        <span class="ml-1.5 font-normal text-soft">{form.optional}</span>
      </legend>
      <div class="space-y-2">
        {labels.map((label, at) => {
          const error = errors[`actions.${at}.label`];
          const id = `field-button-${at + 1}`;
          return (
            <div key={at}>
              <div class="flex gap-2">
                <input
                  id={id}
                  class="control"
                  aria-label={form.button(at + 1)}
                  aria-invalid={error ? "true" : undefined}
                  aria-describedby={error && `${id}-error`}
                  value={label}
                  data-most={limits.actionLabel}
                  dir="auto"
                  autocomplete="off"
                  onInput={(event) => change(at, event.currentTarget.value)}
                />
                <button
                  type="button"
                  class="button button-plain button-icon shrink-0 text-soft"
                  onClick={() => onChange({ labels: labels.toSpliced(at, 1) })}
                >
                  <Icon name="x" />
                  <span class="sr-only">{form.removeButton(at + 1)}</span>
                </button>
              </div>
              {error && <FieldError id={`${id}-error`} text={error} />}
            </div>
          );
        })}
        {labels.length < limits.actions && (
          <button
            type="button"
            class="button button-plain -ml-3 text-soft"
            onClick={() => onChange({ labels: [...labels, ""] })}
          >
            <Icon name="plus" />
            {form.addButton}
          </button>
        )}
      </div>
    </fieldset>
  );
}
