import { Field } from "@/components/Field.tsx";
import type { MessageValues, QuoteMessage } from "@/lib/panel/quotes/editor/use_message.ts";
import { messageWords } from "@/lib/panel/quotes/sending_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface MessageFieldsProps {
  message: QuoteMessage;
  /** It can also be no account: the link alone is made. */
  isOptional?: boolean;
  language: Language;
}

/** By which account a message goes, to whom, and what it says. */
export function MessageFields({ message, isOptional, language }: MessageFieldsProps) {
  const { accounts, templates, account, isMail, values, errors, change } = message;
  const words = speak(messageWords, language);
  const input = (name: keyof MessageValues & ("to" | "cc" | "subject"), type: string) =>
  (
    control: object,
  ) => (
    <input
      {...control}
      class="control"
      type={type}
      inputMode={type === "text" && name === "cc" ? "email" : undefined}
      autocomplete="off"
      maxLength={name === "subject" ? 300 : undefined}
      value={values[name]}
      onInput={({ currentTarget: { value } }) => change({ [name]: value })}
    />
  );
  return (
    <>
      <Field
        name="message.via"
        label={words.via}
        error={errors.via}
        hint={account?.state === "paused" ? words.pausedHint : undefined}
      >
        {(control) => (
          <select
            {...control}
            class="control"
            value={values.via}
            onChange={({ currentTarget: { value } }) => change({ via: value })}
          >
            {accounts.map(({ id, name, state }) => (
              <option key={id} value={String(id)} selected={String(id) === values.via}>
                {state === "paused" ? words.paused(name) : name}
              </option>
            ))}
            {isOptional && <option value="" selected={values.via === ""}>{words.linkOnly}</option>}
          </select>
        )}
      </Field>
      {account && (
        <>
          {isMail && (
            <>
              <div class="grid gap-4 md:grid-cols-2">
                <Field name="message.to" label={words.to} error={errors.to}>
                  {input("to", "email")}
                </Field>
                <Field
                  name="message.cc"
                  label={words.cc}
                  hint={words.ccHint}
                  error={errors.cc}
                >
                  {input("cc", "text")}
                </Field>
              </div>
              <Field name="message.subject" label={words.subject} error={errors.subject}>
                {input("subject", "text")}
              </Field>
            </>
          )}
          {templates.length > 0 && (
            <Field name="message.template" label={words.template}>
              {(control) => (
                <select
                  {...control}
                  class="control"
                  value={values.template}
                  onChange={({ currentTarget: { value } }) => message.chooseTemplate(value)}
                >
                  <option value="" selected={values.template === ""}>{words.builtIn}</option>
                  {templates.map(({ id, name }) => (
                    <option key={id} value={String(id)} selected={String(id) === values.template}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Field name="message.body" label={words.text} error={errors.body}>
            {(control) => (
              <textarea
                {...control}
                class="control"
                rows={8}
                maxLength={10_000}
                value={values.text}
                onInput={({ currentTarget: { value } }) => change({ text: value })}
              />
            )}
          </Field>
        </>
      )}
    </>
  );
}
