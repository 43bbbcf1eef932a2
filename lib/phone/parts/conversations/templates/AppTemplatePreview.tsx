import { Icon } from "@/components/icons/Icon.tsx";
import { type AppTemplate, filledText, headerFileOf } from "@/lib/values/app_template.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface AppTemplatePreviewProps {
  template: AppTemplate;
  values: Readonly<Record<string, string>>;
  /** Of the file in its head. */
  fileName: string | null;
  language: Language;
}

/** The message as it will look. */
export function AppTemplatePreview(props: AppTemplatePreviewProps) {
  const { template, values, fileName, language } = props;
  const { header, body, footer, buttons } = template;
  const words = speak(appWords, language).template;
  const fileKind = headerFileOf(template);
  const fill = (text: string, part: string) => filledText(text, template, { values, part });
  return (
    <section class="preview" aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <div class="bubble bubble-out">
        {header?.text && <p class="bubble-subject" dir="auto">{fill(header.text, "header")}</p>}
        {fileKind && (
          <p class="conversation-file">
            <Icon name="paperclip" class="icon" />
            <bdi>{fileName ?? words.header[fileKind]}</bdi>
          </p>
        )}
        <p class="bubble-body" dir="auto">{fill(body, "body")}</p>
        {footer && <p class="soft" dir="auto">{footer}</p>}
        {buttons.length > 0 && (
          <ul class="preview-buttons">
            {buttons.map(({ text }, at) => <li key={at} dir="auto">{text}</li>)}
          </ul>
        )}
      </div>
    </section>
  );
}
