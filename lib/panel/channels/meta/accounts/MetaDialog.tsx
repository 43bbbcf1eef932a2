import { useState } from "preact/hooks";
import { usePage, useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import { testChannel, versionNow } from "@/lib/panel/channels/channel_calls.ts";
import type { MetaStart } from "@/lib/panel/channels/meta/accounts/meta_start.ts";
import { settingWords } from "@/lib/panel/channels/meta/accounts/setting_words.ts";
import { TokenField } from "@/lib/panel/channels/meta/TokenField.tsx";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";

interface MetaDialogProps {
  first: MetaStart;
  onClose(): void;
}

/** Changes an account of Meta: its name, its token and its settings. Open while drawn. */
export function MetaDialog({ first, onClose }: MetaDialogProps) {
  const words = useWords(channelsWords);
  const settings = useWords(settingWords);
  const { save, optional } = useWords(commonWords);
  const dialog = useOpenDialog();
  const form = useMetaForm(first, dialog.close);
  const { values, errors, change } = form;
  return (
    <FormDialog
      dialog={dialog}
      titleId="meta-account-title"
      title={words.edit}
      button={save}
      isBusy={form.isBusy}
      failure={form.failure}
      onSend={form.save}
      onClose={onClose}
    >
      <Field name="meta.name" label={words.name} hint={words.nameHint} error={errors.name}>
        {(control) => (
          <input
            {...control}
            class="control"
            required
            autocomplete="off"
            data-most={60}
            dir="auto"
            value={values.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <TokenField
        label={settings.token}
        note={optional}
        hint={settings.tokenHint}
        error={errors["secrets.access_token"]}
        value={values.token}
        onChange={(token) => change({ token })}
      />
      {first.flags.map(({ name }) => (
        <label key={name} class="notice">
          <input
            type="checkbox"
            class="size-4 shrink-0 accent-accent"
            checked={values.flags[name]}
            aria-describedby={`meta-${name}-hint`}
            onChange={({ currentTarget }) =>
              change({ flags: { ...values.flags, [name]: currentTarget.checked } })}
          />
          <span>
            {settings.flags[name].label}
            <span id={`meta-${name}-hint`} class="block text-label text-soft">
              {settings.flags[name].hint}
            </span>
            {errors[`settings.${name}`] && (
              <span class="block text-label text-danger-text">{errors[`settings.${name}`]}</span>
            )}
          </span>
        </label>
      ))}
    </FormDialog>
  );
}

function useMetaForm(first: MetaStart, close: () => void) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const [version, setVersion] = useState(first.version);
  const flags = Object.fromEntries(first.flags.map(({ name, isOn }) => [name, isOn]));
  const form = useForm({ name: first.name, token: "", flags }, { isBrief: true });

  async function write() {
    const { name, token, flags } = form.values;
    const secrets = token.trim() === "" ? {} : { secrets: { access_token: token.trim() } };
    const json = { version, name, settings: flags, ...secrets };
    const saved = await callApi<{ id: number }>(`channels/${first.id}`, {
      ...caller,
      method: "PATCH",
      json,
    });
    if (!saved.ok && saved.why === "refused" && saved.code === "version_conflict") {
      setVersion(await versionNow(first.id, caller) ?? version);
    }
    return saved;
  }

  return {
    ...form,
    async save() {
      if (!await form.send(write)) return;
      // Another token is looked at at once: its page says how it is.
      if (form.values.token.trim() !== "") await testChannel(first.id, caller);
      else await refreshRegions();
      close();
    },
  };
}
