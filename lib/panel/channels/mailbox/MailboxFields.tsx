import { usePage, useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import {
  type Discovery,
  importSince,
  isOfServers,
  protocols,
} from "@/lib/panel/channels/mailbox/mailbox_draft.ts";
import { SignIn } from "@/lib/panel/channels/mailbox/SignIn.tsx";
import { ServerFields } from "@/lib/panel/channels/mailbox/ServerFields.tsx";
import { TextField } from "@/lib/panel/channels/mailbox/TextField.tsx";
import { type MailboxForm, todayInUtc } from "@/lib/panel/channels/mailbox/use_mailbox_form.ts";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import type { Language } from "@/lib/words/language.ts";

interface MailboxFieldsProps {
  form: MailboxForm;
}

const pasts = [0, 1, 3, 6, 12];

/** Fields of a mailbox besides its address; those of well-known servers are folded. */
export function MailboxFields({ form }: MailboxFieldsProps) {
  const { draft, change, isNew } = form;
  const words = useWords(mailboxWords);
  return (
    <>
      {isNew ? <Address form={form} /> : (
        <TextField
          form={form}
          name="address"
          path="address"
          label={words.address}
          isAddress
          maxLength={254}
        />
      )}
      <ProviderSignIn form={form} />
      {form.signedInBy === null && <Password form={form} />}
      <TextField
        form={form}
        name="name"
        path="name"
        label={words.name}
        hint={words.nameHint}
        maxLength={60}
      />
      <TextField
        form={form}
        name="fromName"
        path="settings.from_name"
        label={words.fromName}
        hint={words.fromNameHint}
        isOptional
        maxLength={100}
      />
      <Signature form={form} />
      {isNew && <Past form={form} />}
      <label class="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          class="size-4 accent-accent"
          checked={draft.sentCopy}
          onChange={(event) => change({ sentCopy: event.currentTarget.checked })}
        />
        {words.sentCopy}
      </label>
      {form.signedInBy === null && <Servers form={form} />}
    </>
  );
}

/** Button for the provider's own sign-in, which uses the name and import period of the fields. */
function ProviderSignIn({ form }: MailboxFieldsProps) {
  const { draft, discovery, id } = form;
  const words = useWords(mailboxWords);
  if (id !== null) return <OtherSignIn id={id} form={form} />;
  const offered = discovery?.sign_in;
  if (!offered) return null;
  const json = {
    address: draft.address.trim(),
    ...(draft.name.trim() ? { name: draft.name.trim() } : {}),
    import_since: importSince(draft, todayInUtc()),
  };
  return (
    <div class="space-y-2 rounded-lg border border-line p-3">
      <SignIn {...{ ...offered, json }} />
      <p class="text-label text-soft">
        {offered.available ? words.signInTakes : words.orPassword}
      </p>
    </div>
  );
}

/** Buttons of an existing mailbox to sign in again, or to switch the way of signing in. */
function OtherSignIn({ id, form }: MailboxFieldsProps & { id: number }) {
  const { signedInBy, offer, togglePassword } = form;
  const words = useWords(mailboxWords);
  const toggle = togglePassword && (
    <button type="button" class="text-label font-medium text-accent" onClick={togglePassword}>
      {signedInBy ? words.usePassword : words.keepSignIn}
    </button>
  );
  const provider = signedInBy ?? (offer?.available ? offer.provider : null);
  if (!provider) return toggle;
  const isOffer = signedInBy === null;
  const json = { channel_id: id };
  return (
    <div class="space-y-2 rounded-lg border border-line p-3">
      <SignIn {...{ provider, available: true, isOffer, json }} />
      {isOffer ? <p class="text-label text-soft">{words.signInInstead}</p> : toggle}
    </div>
  );
}

function Password({ form }: MailboxFieldsProps) {
  const { draft, discovery, errors, change, needsPassword } = form;
  const words = useWords(mailboxWords);
  return (
    <Field
      name="mailbox.secrets.password"
      label={words.password}
      hint={needsPassword ? words.passwordHint : words.passwordStays}
      error={errors["secrets.password"] ?? errors.secrets}
      warning={discovery?.advice}
    >
      {(control) => (
        <input
          {...control}
          type="password"
          class="control"
          required={needsPassword}
          autofocus={needsPassword}
          autocomplete="new-password"
          data-most={1000}
          dir="auto"
          value={draft.password}
          onInput={(event) => change({ password: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

function Servers({ form }: MailboxFieldsProps) {
  const words = useWords(mailboxWords);
  const isShown = form.discovery?.source === "guess" || Object.keys(form.errors).some(isOfServers);
  return (
    <details open={isShown}>
      <summary class="cursor-pointer font-medium">{words.servers}</summary>
      <div class="mt-3 space-y-4">
        {protocols.map((protocol) => (
          <ServerFields
            key={protocol}
            form={form}
            protocol={protocol}
          />
        ))}
        <TextField
          form={form}
          name="authservId"
          path="settings.authserv_id"
          label={words.authservId}
          hint={words.authservIdHint}
          isOptional
          maxLength={253}
        />
      </div>
    </details>
  );
}

/** The address that was looked up, how its servers were found, and a button to change it. */
function Address({ form }: MailboxFieldsProps) {
  const { language } = usePage();
  const words = useWords(mailboxWords);
  return (
    <div>
      <p class="flex flex-wrap items-baseline gap-x-2">
        <bdi class="min-w-0 break-words font-medium">{form.draft.address}</bdi>
        <button type="button" class="text-label font-medium text-accent" onClick={form.anew}>
          {words.other}
        </button>
      </p>
      {form.discovery && <p class="text-label text-soft">{foundText(form.discovery, language)}</p>}
      {form.errors.address && <p class="mt-1 text-label text-danger-text">{form.errors.address}</p>}
    </div>
  );
}

function foundText({ source, provider }: Discovery, language: Language): string {
  const { found } = mailboxWords;
  if (source === "known" || source === "exchange") return found[source](provider ?? "")[language];
  return found[source][language];
}

function Signature({ form }: MailboxFieldsProps) {
  const { language } = usePage();
  const words = useWords(mailboxWords);
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
          data-most={2000}
          dir="auto"
          value={form.draft.signature}
          onInput={(event) => form.change({ signature: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

function Past({ form }: MailboxFieldsProps) {
  const words = useWords(mailboxWords);
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
              {months === 0 ? words.months.none : words.months.last(months)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
