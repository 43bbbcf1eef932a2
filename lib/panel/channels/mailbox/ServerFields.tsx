import { useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import type { Security } from "@/lib/channels/accounts/email_settings.ts";
import {
  type Protocol,
  type ServerDraft,
  withSecurity,
} from "@/lib/panel/channels/mailbox/mailbox_draft.ts";
import { TextField } from "@/lib/panel/channels/mailbox/TextField.tsx";
import type { MailboxForm } from "@/lib/panel/channels/mailbox/use_mailbox_form.ts";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";

interface ServerFieldsProps {
  form: MailboxForm;
  protocol: Protocol;
}

/** One of the two servers of a mailbox. */
export function ServerFields({ form, protocol }: ServerFieldsProps) {
  const words = useWords(mailboxWords);
  const server = form.draft[protocol];
  const place = `settings.${protocol}`;
  const change = (values: Partial<ServerDraft>) =>
    form.changeServer(protocol, { ...server, ...values });
  return (
    <fieldset class="space-y-3 rounded-lg border border-line p-3">
      <legend class="px-1 text-label font-medium">{words.sides[protocol]}</legend>
      <ServerText {...{ form, protocol, change }} name="host" label={words.host} />
      <div class="grid grid-cols-[6rem_minmax(0,1fr)] gap-3">
        <Field
          name={`mailbox.${place}.port`}
          label={words.port}
          error={form.errors[`${place}.port`]}
        >
          {(control) => (
            <input
              {...control}
              class="control"
              required
              inputMode="numeric"
              autocomplete="off"
              data-most={5}
              dir="auto"
              value={server.port}
              onInput={(event) => change({ port: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field
          name={`mailbox.${place}.security`}
          label={words.security}
          error={form.errors[`${place}.security`]}
        >
          {(control) => (
            <select
              {...control}
              class="control"
              value={server.security}
              onChange={({ currentTarget }) =>
                change(withSecurity(protocol, server, currentTarget.value as Security))}
            >
              {Object.entries(words.securities).map(([value, label]) => (
                <option key={value} value={value} selected={value === server.security}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <ServerText {...{ form, protocol, change }} name="user" label={words.user} />
      {protocol === "imap" && (
        <TextField
          form={form}
          name="folder"
          path="settings.imap.folder"
          label={words.folder}
          maxLength={254}
        />
      )}
    </fieldset>
  );
}

interface ServerTextProps extends ServerFieldsProps {
  name: "host" | "user";
  label: string;
  change(values: Partial<ServerDraft>): void;
}

function ServerText({ form, protocol, name, label, change }: ServerTextProps) {
  const path = `settings.${protocol}.${name}`;
  return (
    <Field name={`mailbox.${path}`} label={label} error={form.errors[path]}>
      {(control) => (
        <input
          {...control}
          class="control"
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          data-most={name === "host" ? 253 : 254}
          dir="auto"
          value={form.draft[protocol][name]}
          onInput={(event) => change({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}
