import { useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import type { AppDraft, AppForm } from "@/lib/panel/channels/meta/apps/use_app_form.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { commonWords } from "@/lib/words/common.ts";

export interface OtherCompany {
  id: number;
  name: string;
}

interface AppFieldsProps {
  form: AppForm;
  /** The member's other companies. */
  others: OtherCompany[];
}

/** The fields of a Meta app. */
export function AppFields({ form, others }: AppFieldsProps) {
  const words = useWords(metaWords);
  const { isNew } = form;
  return (
    <>
      <AppText form={form} name="name" path="name" label={words.name} hint={words.nameHint} />
      {isNew && (
        <AppText
          form={form}
          name="appId"
          path="app_id"
          label={words.appIdLabel}
          hint={words.appIdHint}
          isDigits
        />
      )}
      <AppText
        form={form}
        name="secret"
        path="secrets.app_secret"
        label={words.secret}
        hint={isNew ? words.secretHint : words.secretStays}
        isSecret
        isOptional={!isNew}
      />
      <AppText
        form={form}
        name="instagramSecret"
        path="secrets.instagram_app_secret"
        label={words.instagramSecret}
        hint={words.instagramSecretHint}
        isSecret
        isOptional
      />
      {others.length > 0 && <Companies form={form} others={others} />}
    </>
  );
}

interface AppTextProps {
  form: AppForm;
  name: Exclude<keyof AppDraft, "companies">;
  /** The field's in the request. */
  path: string;
  label: string;
  hint: string;
  isSecret?: boolean;
  isDigits?: boolean;
  isOptional?: boolean;
}

function AppText({ form, name, path, label, hint, ...rest }: AppTextProps) {
  const { isSecret = false, isDigits = false, isOptional = false } = rest;
  const { optional } = useWords(commonWords);
  return (
    <Field
      name={`meta.${path}`}
      label={label}
      note={isOptional ? optional : undefined}
      hint={hint}
      error={form.errors[path]}
    >
      {(control) => (
        <input
          {...control}
          class="control"
          type={isSecret ? "password" : "text"}
          inputMode={isDigits ? "numeric" : undefined}
          autocomplete={isSecret ? "new-password" : "off"}
          spellcheck={false}
          required={!isOptional}
          data-most={name === "name" ? 60 : 200}
          dir={name === "name" ? "auto" : "ltr"}
          value={form.values[name]}
          onInput={(event) => form.change({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

function Companies({ form, others }: AppFieldsProps) {
  const words = useWords(metaWords);
  const { companies } = form.values;
  const error = Object.entries(form.errors).find(([name]) => name.startsWith("companies"))?.[1];
  return (
    <fieldset class="space-y-1" aria-describedby="meta-companies-hint">
      <legend class="text-label font-medium">{words.companies}</legend>
      {others.map(({ id, name }) => (
        <label key={id} class="notice">
          <input
            type="checkbox"
            class="size-4 shrink-0 accent-accent"
            checked={companies.includes(id)}
            onChange={({ currentTarget }) =>
              form.change({
                companies: currentTarget.checked
                  ? [...companies, id]
                  : companies.filter((one) => one !== id),
              })}
          />
          <bdi>{name}</bdi>
        </label>
      ))}
      <p id="meta-companies-hint" class="text-label text-soft">{words.companiesHint}</p>
      {error && <p role="alert" class="text-label text-danger-text">{error}</p>}
    </fieldset>
  );
}
