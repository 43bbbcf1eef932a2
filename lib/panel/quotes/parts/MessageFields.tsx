import { useWords } from "@/components/page.ts";
import { emailInput } from "@/components/email_input.ts";
import { Field } from "@/components/Field.tsx";
import { RefusedLines } from "@/lib/panel/composer/RefusedLines.tsx";
import { isOver } from "@/lib/panel/composer/apps/use_standing.ts";
import { later } from "@/lib/panel/page/later.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";
import type { QuoteMessage } from "@/lib/panel/quotes/message/use_message.ts";
import { messageWords } from "@/lib/panel/quotes/sending_words.ts";

const AppFields = later(() => import("@/lib/panel/quotes/message/AppFields.tsx"), "AppFields");

interface MessageFieldsProps {
  message: QuoteMessage;
  /** It can also be no account: the link alone is made. */
  isOptional?: boolean;
  /** What the places of a WhatsApp template are filled with. */
  fill: FillValues;
  /** The quotation goes along, as a link and on paper. */
  hasQuote?: boolean;
}

/** Asks by which account a message goes, to whom, and what it says. */
export function MessageFields(props: MessageFieldsProps) {
  const { message, isOptional, fill, hasQuote = false } = props;
  const { accounts, templates, account, isMail, values, errors, refused, change } = message;
  const { standing } = message;
  const isWritten = !standing || !isOver(standing);
  const words = useWords(messageWords);
  return (
    <>
      <Field
        name="message.via"
        label={words.via}
        error={errors.via}
        hint={account?.is_paused ? words.pausedHint : undefined}
      >
        {(control) => (
          <select
            {...control}
            class="control"
            value={values.via}
            onChange={({ currentTarget: { value } }) => change({ via: value })}
          >
            {accounts.map(({ id, name, is_paused }) => (
              <option key={id} value={String(id)} selected={String(id) === values.via}>
                {is_paused ? words.paused(name) : name}
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
                <Line message={message} name="to" label={words.to} />
                <Line message={message} name="cc" label={words.cc} hint={words.ccHint} />
              </div>
              <RefusedLines refused={refused} />
              <Line message={message} name="subject" label={words.subject} />
            </>
          )}
          {standing && <AppFields message={message} fill={fill} hasQuote={hasQuote} />}
          {isWritten && templates.length > 0 && (
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
          {isWritten && (
            <Field name="message.body" label={words.text} error={errors.body}>
              {(control) => (
                <textarea
                  {...control}
                  class="control"
                  rows={8}
                  data-most={10_000}
                  dir="auto"
                  value={values.text}
                  onInput={({ currentTarget: { value } }) => change({ text: value })}
                />
              )}
            </Field>
          )}
        </>
      )}
    </>
  );
}

interface LineProps {
  message: QuoteMessage;
  name: "to" | "cc" | "subject";
  label: string;
  hint?: string;
}

function Line({ message, name, label, hint }: LineProps) {
  const { values, errors, change } = message;
  return (
    <Field name={`message.${name}`} label={label} hint={hint} error={errors[name]}>
      {(control) => (
        <input
          {...control}
          class="control"
          {...name === "subject" ? { type: "text" } : emailInput}
          autocomplete="off"
          data-most={name === "subject" ? 300 : undefined}
          dir="auto"
          value={values[name]}
          onInput={({ currentTarget: { value } }) => change({ [name]: value })}
        />
      )}
    </Field>
  );
}
