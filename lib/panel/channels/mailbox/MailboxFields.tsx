import { Field } from "@/components/Field.tsx";
import { type Found, isOfServers } from "@/lib/panel/channels/mailbox/mailbox_draft.ts";
import { ServerFields } from "@/lib/panel/channels/mailbox/ServerFields.tsx";
import { TextField } from "@/lib/panel/channels/mailbox/TextField.tsx";
import type { MailboxForm } from "@/lib/panel/channels/mailbox/use_mailbox_form.ts";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface MailboxFieldsProps {
  form: MailboxForm;
  language: Language;
}

const pasts = [0, 1, 3, 6, 12];

/** What a mailbox needs besides its address; where its servers are known they are folded. */
export function MailboxFields({ form, language }: MailboxFieldsProps) {
  const { draft, found, errors, change, isNew } = form;
  const words = speak(mailboxWords, language);
  const isShown = found?.source === "guess" || Object.keys(errors).some(isOfServers);
  return (
    <>
      {isNew ? <Address form={form} language={language} /> : (
        <TextField
          form={form}
          language={language}
          name="address"
          path="address"
          label={words.address}
          type="email"
          maxLength={254}
        />
      )}
      <Field
        name="mailbox.secrets.password"
        label={words.password}
        hint={isNew ? words.passwordHint : words.passwordStays}
        error={errors["secrets.password"] ?? errors.secrets}
        warning={found?.advice}
      >
        {(control) => (
          <input
            {...control}
            type="password"
            class="control"
            required={isNew}
            autofocus={isNew}
            autocomplete="new-password"
            maxLength={1000}
            value={draft.password}
            onInput={(event) => change({ password: event.currentTarget.value })}
          />
        )}
      </Field>
      <TextField
        form={form}
        language={language}
        name="name"
        path="name"
        label={words.name}
        hint={words.nameHint}
        maxLength={60}
      />
      <TextField
        form={form}
        language={language}
        name="fromName"
        path="settings.from_name"
        label={words.fromName}
        hint={words.fromNameHint}
        isOptional
        maxLength={100}
      />
      <Signature form={form} language={language} />
      {isNew && <Past form={form} language={language} />}
      <label class="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          class="size-4 accent-accent"
          checked={draft.sentCopy}
          onChange={(event) => change({ sentCopy: event.currentTarget.checked })}
        />
        {words.sentCopy}
      </label>
      <details open={isShown}>
        <summary class="cursor-pointer font-medium">{words.servers}</summary>
        <div class="mt-3 space-y-4">
          <ServerFields form={form} protocol="imap" language={language} />
          <ServerFields form={form} protocol="smtp" language={language} />
          <TextField
            form={form}
            language={language}
            name="authservId"
            path="settings.authserv_id"
            label={words.authservId}
            hint={words.authservIdHint}
            isOptional
            maxLength={253}
          />
        </div>
      </details>
    </>
  );
}

/** The address that was looked up, what is known of it, and the way back to it. */
function Address({ form, language }: MailboxFieldsProps) {
  const words = speak(mailboxWords, language);
  return (
    <div>
      <p class="flex flex-wrap items-baseline gap-x-2">
        <bdi class="min-w-0 break-words font-medium">{form.draft.address}</bdi>
        <button type="button" class="text-label font-medium text-accent" onClick={form.anew}>
          {words.other}
        </button>
      </p>
      {form.found && <p class="text-label text-soft">{foundText(form.found, language)}</p>}
      {form.errors.address && <p class="mt-1 text-label text-danger-text">{form.errors.address}</p>}
    </div>
  );
}

function foundText({ source, provider }: Found, language: Language): string {
  const { found } = mailboxWords;
  if (source === "known" || source === "exchange") return found[source](provider ?? "")[language];
  return found[source][language];
}

function Signature({ form, language }: MailboxFieldsProps) {
  const words = speak(mailboxWords, language);
  return (
    <Field
      name="mailbox.settings.signature"
      label={words.signature}
      note={commonWords.optional[language]}
      hint={words.signatureHint}
      error={form.errors["settings.signature"]}
    >
      {(control) => (
        <textarea
          {...control}
          class="control"
          rows={3}
          maxLength={2000}
          value={form.draft.signature}
          onInput={(event) => form.change({ signature: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

function Past({ form, language }: MailboxFieldsProps) {
  const words = speak(mailboxWords, language);
  const { none, last, some } = words.months;
  const label = (months: number) => months === 0 ? none : months === 1 ? last : some(months);
  return (
    <Field
      name="mailbox.settings.import_since"
      label={words.past}
      hint={words.pastHint}
      error={form.errors["settings.import_since"]}
    >
      {(control) => (
        <select
          {...control}
          class="control"
          value={String(form.draft.months)}
          onChange={(event) => form.change({ months: Number(event.currentTarget.value) })}
        >
          {pasts.map((months) => (
            <option
              key={months}
              value={String(months)}
              selected={months === form.draft.months}
            >
              {label(months)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
