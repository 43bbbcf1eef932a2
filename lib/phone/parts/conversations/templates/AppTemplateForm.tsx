import { useEffect, useRef, useState } from "preact/hooks";
import { AppTemplatePreview } from "@/lib/phone/parts/conversations/templates/AppTemplatePreview.tsx";
import {
  type FieldProps,
  FormField,
} from "@/lib/phone/parts/conversations/templates/FormField.tsx";
import type { OfferedTemplate } from "@/lib/phone/conversations/conversation.ts";
import type { FilledTemplate } from "@/lib/phone/conversations/send.ts";
import { readFileList } from "@/lib/phone/conversations/send_files.ts";
import { say } from "@/lib/phone/page/state.ts";
import { faultOf, headerFileOf, labelOf, wholeText } from "@/lib/values/app_template.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface AppTemplateFormProps {
  template: OfferedTemplate;
  suggestions: string[];
  /** Whether it is recorded that they agreed to get messages. */
  isOptedIn: boolean;
  /** What it was filled with before. */
  filled: FilledTemplate | null;
  language: Language;
  onSend(filled: FilledTemplate): void;
}

/** The places of a WhatsApp template, and the message as it will look. */
export function AppTemplateForm(props: AppTemplateFormProps) {
  const { template, suggestions, isOptedIn, filled, language, onSend } = props;
  const words = speak(appWords, language).template;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => filled?.template.variables ?? template.values);
  const [source, setSource] = useState(filled?.optIn ?? "");
  const [files, setFiles] = useState(filled?.files ?? []);
  const [isTried, setTried] = useState(false);
  const { variables } = template;
  // The button that led here is gone.
  useEffect(() => form.current?.focus(), []);
  const fileKind = headerFileOf(template);
  const [file] = files;

  function send() {
    setTried(true);
    const isWrong = variables.some((name) => faultOf(values[name] ?? "") !== null);
    if (isWrong || (fileKind && !file) || sourceFault) {
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
      );
      return;
    }
    const trimmed = Object.fromEntries(variables.map((name) => [name, values[name]!.trim()]));
    const { name, language } = template;
    onSend({
      template: { name, language, variables: trimmed, text: wholeText(template, trimmed) },
      files: fileKind ? files : [],
      ...isOptedIn ? {} : { optIn: source.trim() },
    });
  }

  const errorOf = (name: string) => {
    const fault = faultOf(values[name] ?? "");
    return fault && isTried ? words[fault] : undefined;
  };
  const sourceFault = isOptedIn ? null : sourceFaultOf(source);
  const text = (field: Omit<FieldProps, "children">, value: string, input: TextInput) => (
    <FormField key={field.id} {...field}>
      {(control) => (
        <input
          {...control}
          type="text"
          dir="auto"
          autocomplete="off"
          list={input.listId}
          placeholder={input.placeholder}
          value={value}
          onInput={(event) => input.onType(event.currentTarget.value)}
        />
      )}
    </FormField>
  );
  return (
    <form
      ref={form}
      class="template-form"
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {variables.map((name, at) =>
        text(
          { id: `place-${at}`, label: labelOf(template, name, words), error: errorOf(name) },
          values[name] ?? "",
          {
            listId: "place-values",
            onType: (value) => setValues({ ...values, [name]: value }),
          },
        )
      )}
      <datalist id="place-values">
        {suggestions.map((value) => <option key={value} value={value} />)}
      </datalist>
      {fileKind && (
        <FormField
          id="place-file"
          label={words.file}
          hint={words.header[fileKind]}
          error={isTried && !file ? words.missingFile : undefined}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept={fileKind === "document" ? undefined : `${fileKind}/*`}
              onChange={({ currentTarget }) => {
                const { files, large } = readFileList(currentTarget.files);
                if (large) say(conversationWords.write.tooLarge(large.name)[language], true);
                setFiles(files);
              }}
            />
          )}
        </FormField>
      )}
      {!isOptedIn && text(
        {
          id: "place-opt-in",
          label: words.optIn,
          hint: words.optInHint,
          error: isTried && sourceFault ? words[sourceFault] : undefined,
        },
        source,
        { placeholder: words.optInPlace, onType: setSource },
      )}
      <AppTemplatePreview
        template={template}
        values={values}
        fileName={file?.name ?? null}
        language={language}
      />
      <button type="submit" class="button button-primary">{words.send}</button>
    </form>
  );
}

const longestSource = 200;

function sourceFaultOf(source: string): "missing" | "sourceTooLong" | null {
  if (source.trim() === "") return "missing";
  return source.trim().length > longestSource ? "sourceTooLong" : null;
}

interface TextInput {
  listId?: string;
  placeholder?: string;
  onType(value: string): void;
}
