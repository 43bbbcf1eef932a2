import { useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import {
  type AppTemplate,
  faultOf,
  firstValues,
  headerFileOf,
  labelOf,
  suggestions,
} from "@/lib/values/app_template.ts";
import { TemplatePreview } from "@/lib/panel/composer/apps/TemplatePreview.tsx";
import { appWords } from "@/lib/words/app_words.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { FormSheet } from "@/lib/panel/page/FormSheet.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";

export interface TemplateChoice {
  template: { name: string; language: string; variables: Record<string, string> };
  opt_in?: { source: string };
  file?: File;
}

interface TemplateFormProps {
  id: string;
  template: AppTemplate;
  fill: FillValues;
  /** Whether it is recorded that they agreed to get messages. */
  isOptedIn: boolean;
  onSend(choice: TemplateChoice): Promise<Outcome<unknown>>;
  onClose(): void;
}

/** The places of a WhatsApp template, and the message as it will look. Open while drawn. */
export function TemplateForm(props: TemplateFormProps) {
  const { id, template, fill, isOptedIn, onSend, onClose } = props;
  const words = useWords(appWords).template;
  const dialog = useOpenDialog();
  const answer = useAnswer();
  const [values, setValues] = useState(() => firstValues(template, fill));
  const [source, setSource] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [isTried, setTried] = useState(false);
  const { variables } = template;
  const needsFile = headerFileOf(template);
  const errors = Object.fromEntries(variables.flatMap((name) => {
    const fault = faultOf(values[name] ?? "");
    return fault && isTried ? [[name, words[fault]]] : [];
  }));
  const missing = (isMissing: boolean) => isTried && isMissing ? words.missing : undefined;

  async function send() {
    setTried(true);
    const isWrong = variables.some((name) => faultOf(values[name] ?? "") !== null);
    if (isWrong || (needsFile && !file) || (!isOptedIn && source.trim() === "")) {
      requestAnimationFrame(() =>
        dialog.ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
      );
      return;
    }
    const { name, language } = template;
    const sent = await answer.send(async () =>
      await onSend({
        template: { name, language, variables: trimmed(values) },
        ...(isOptedIn ? {} : { opt_in: { source: source.trim() } }),
        ...(file ? { file } : {}),
      })
    );
    if (sent) dialog.close();
  }

  return (
    <FormSheet
      dialog={dialog}
      titleId={`${id}-title`}
      title={words.title(template.name)}
      isDisabled={answer.isBusy}
      failure={answer.failure}
      onSend={send}
      onClose={onClose}
      buttons={
        <button type="submit" class="button button-primary w-full" disabled={answer.isBusy}>
          {words.send}
        </button>
      }
    >
      {variables.map((name) => (
        <PlaceField
          key={name}
          id={`${id}-${name}`}
          name={name}
          label={labelOf(template, name, words)}
          value={values[name] ?? ""}
          error={errors[name]}
          listId={`${id}-values`}
          onType={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <datalist id={`${id}-values`}>
        {suggestions(fill).map((value) => <option key={value} value={value} />)}
      </datalist>
      {needsFile && (
        <Field
          id={`${id}-file`}
          name="file"
          label={words.file}
          hint={words.header[needsFile]}
          error={missing(file === null)}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              class="control"
              accept={needsFile === "document" ? undefined : `${needsFile}/*`}
              onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
            />
          )}
        </Field>
      )}
      {!isOptedIn && (
        <Field
          id={`${id}-opt-in`}
          name="opt_in.source"
          label={words.optIn}
          hint={words.optInHint}
          error={missing(source.trim() === "")}
        >
          {(control) => (
            <input
              {...control}
              class="control"
              dir="auto"
              data-most={200}
              placeholder={words.optInPlace}
              value={source}
              onInput={(event) => setSource(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <TemplatePreview template={template} values={values} fileName={file?.name ?? null} />
    </FormSheet>
  );
}

interface PlaceFieldProps {
  id: string;
  name: string;
  label: string;
  value: string;
  error?: string;
  listId: string;
  onType(value: string): void;
}

function PlaceField({ id, name, label, value, error, listId, onType }: PlaceFieldProps) {
  return (
    <Field id={id} name={name} label={label} error={error}>
      {(control) => (
        <input
          {...control}
          class="control"
          dir="auto"
          list={listId}
          autocomplete="off"
          data-most={1_000}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function trimmed(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
}
