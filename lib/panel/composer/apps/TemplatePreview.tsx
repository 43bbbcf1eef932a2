import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { type AppTemplate, filledText } from "@/lib/values/app_template.ts";
import { appWords } from "@/lib/words/app_words.ts";

interface TemplatePreviewProps {
  template: AppTemplate;
  values: Readonly<Record<string, string>>;
  /** Of the file in its head. */
  fileName: string | null;
}

/** The message as it will look. */
export function TemplatePreview({ template, values, fileName }: TemplatePreviewProps) {
  const { header, body, footer, buttons } = template;
  const words = useWords(appWords).template;
  const fill = (text: string, part: string) => filledText(text, template, { values, part });
  return (
    <section aria-label={words.preview}>
      <h3 class="mb-1 text-label font-medium">{words.preview}</h3>
      <div class="rounded-lg bg-sunken px-3 py-2">
        {header?.type === "text" && (
          <p class="font-semibold" dir="auto">{fill(header.text ?? "", "header")}</p>
        )}
        {header && header.type !== "text" && (
          <p class="flex items-center gap-1.5 text-label text-soft">
            <Icon name="paperclip" />
            <bdi>{fileName ?? words.header[header.type]}</bdi>
          </p>
        )}
        <p class="whitespace-pre-line" dir="auto">{fill(body, "body")}</p>
        {footer && <p class="mt-1 text-label text-soft" dir="auto">{footer}</p>}
        {buttons.length > 0 && (
          <ul class="mt-2 flex flex-wrap gap-1.5">
            {buttons.map(({ text }, at) => <li key={at} class="tag" dir="auto">{text}</li>)}
          </ul>
        )}
      </div>
    </section>
  );
}
