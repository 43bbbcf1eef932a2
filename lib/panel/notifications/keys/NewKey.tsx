import { usePage, useWords } from "@/components/page.ts";
import { DateInput } from "@/components/DateInput.tsx";
import { useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { OpenButton } from "@/lib/panel/notifications/parts/OpenButton.tsx";
import { type KeyScope, keyScopes } from "@/lib/input/key_scope.ts";
import { endOfDay } from "@/lib/values/dates.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { ShownOnceDialog } from "@/lib/panel/page/ShownOnceDialog.tsx";
import { useDialog, useOpening } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { keyWords } from "@/lib/panel/notifications/keys/words.ts";

interface KeyDraft {
  name: string;
  scope: KeyScope;
  /** May be empty: then the key has no end. */
  lastDay: string;
}

const empty: KeyDraft = { name: "", scope: "all", lastDay: "" };

/** Makes an API key and shows it once. */
export function NewKey() {
  const { companyId, language, timeZone } = usePage();
  const words = useWords(keyWords);
  const form = useForm(empty, { isBrief: true });
  const { values, errors, change } = form;
  const [secret, setSecret] = useState<string | null>(null);
  const dialog = useDialog();
  const id = "new-key";
  useOpening({
    hash: "#new-channel",
    open() {
      change({ scope: "channel" });
      dialog.open();
    },
  });

  async function create() {
    const { name, scope, lastDay } = values;
    const expiresAt = lastDay === "" ? null : endOfDay(lastDay, timeZone);
    const call = { method: "POST", companyId, language, json: { name, scope, expiresAt } } as const;
    const created = await form.send(() => callApi<{ key: string }>("keys", call));
    if (!created) return;
    dialog.close();
    setSecret(created.data.key);
    await refreshRegions();
  }

  return (
    <>
      <OpenButton label={words.create} onPress={dialog.open} />
      <FormDialog
        dialog={dialog}
        titleId={`${id}-title`}
        title={words.create}
        button={words.create}
        isBusy={form.isBusy}
        failure={form.failure}
        onSend={create}
        onClose={() => form.begin(empty)}
      >
        <KeyFields values={values} errors={errors} onChange={change} />
      </FormDialog>
      {secret !== null && (
        <ShownOnceDialog
          name={id}
          titleId={`${id}-made`}
          title={words.made}
          label={words.theKey}
          secret={secret}
          words={words}
          closeLabel={words.done}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

interface KeyFieldsProps {
  values: KeyDraft;
  errors: Record<string, string>;
  onChange(part: Partial<KeyDraft>): void;
}

function KeyFields({ values, errors, onChange }: KeyFieldsProps) {
  const words = useWords(keyWords);
  const { optional } = useWords(commonWords);
  return (
    <>
      <Field name="key-name" label={words.name} hint={words.nameHint} error={errors.name}>
        {(control) => (
          <input
            {...control}
            class="control"
            required
            autofocus
            autocomplete="off"
            data-most={60}
            dir="auto"
            value={values.name}
            onInput={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        name="key-scope"
        label={words.scope}
        hint={words.scopeHint}
        error={errors.scope}
      >
        {(control) => (
          <select
            {...control}
            class="control"
            value={values.scope}
            onChange={(event) => onChange({ scope: event.currentTarget.value as KeyScope })}
          >
            {keyScopes.map((one) => <option key={one} value={one}>{words.scopes[one]}</option>)}
          </select>
        )}
      </Field>
      <Field
        name="key-last-day"
        label={words.lastDay}
        note={optional}
        hint={words.lastDayHint}
        error={errors.expiresAt}
      >
        {(control) => (
          <DateInput
            {...control}
            type="date"
            value={values.lastDay}
            onInput={(event) => onChange({ lastDay: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
