import { usePage } from "@/components/page.ts";
import { emailInput } from "@/components/email_input.ts";
import { Field } from "@/components/Field.tsx";
import type { MailboxDraft } from "@/lib/panel/channels/mailbox/mailbox_draft.ts";
import type { MailboxForm } from "@/lib/panel/channels/mailbox/use_mailbox_form.ts";
import { commonWords } from "@/lib/words/common.ts";

interface TextFieldProps {
  form: MailboxForm;
  name: "address" | "name" | "fromName" | "authservId" | "folder";
  /** Name of the field in the API. */
  path: string;
  label: string;
  hint?: string;
  isOptional?: boolean;
  isAddress?: boolean;
  maxLength: number;
}

/** A text of a mailbox: what is wrong with it stands below. */
export function TextField({ form, name, path, ...rest }: TextFieldProps) {
  const { language } = usePage();
  const { label, hint, isOptional = false, isAddress = false, maxLength } = rest;
  return (
    <Field
      name={`mailbox.${path}`}
      label={label}
      note={isOptional ? commonWords.optional[language] : undefined}
      hint={hint}
      error={form.errors[path]}
    >
      {(control) => (
        <input
          {...control}
          class="control"
          required={!isOptional}
          autocomplete="off"
          spellcheck={false}
          {...isAddress ? emailInput : {}}
          data-most={maxLength}
          dir="auto"
          value={form.draft[name]}
          onInput={(event) =>
            form.change({ [name]: event.currentTarget.value } as Partial<MailboxDraft>)}
        />
      )}
    </Field>
  );
}
