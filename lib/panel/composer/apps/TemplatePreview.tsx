import { useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { filledLink, filledText, quoteLink } from "@/lib/values/app_template.ts";
import type { HeadFile, TemplateFilling } from "@/lib/panel/composer/apps/use_template.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";

/** The message as it will look. */
export function TemplatePreview({ filling }: { filling: TemplateFilling }) {
  const { template, values, file, needsFile, fill: { quote } } = filling;
  const { header, body, footer, buttons } = template;
  const words = useWords(appWords).template;
  const fill = (text: string, part: string) =>
    filledText(text, template, { values, part })
      .replaceAll(quoteLink, `${location.origin}/q/…`);
  const picture = usePicture(needsFile === "image" ? file : null);
  const fileName = file === "quote" ? words.paper(quote?.number ?? "") : file?.name;
  return (
    <section aria-label={words.preview}>
      <h3 class="mb-1 text-label font-medium">{words.preview}</h3>
      <div class="space-y-1 rounded-lg bg-sunken px-3 py-2 wrap-anywhere">
        {header?.type === "text" && (
          <p class="font-semibold" dir="auto">{fill(header.text ?? "", "header")}</p>
        )}
        {picture && <img class="max-h-48 rounded-md" src={picture} alt="" />}
        {needsFile && (
          <p class="flex items-center gap-1.5 text-label text-soft">
            <Icon name={needsFile === "document" ? "file-text" : "paperclip"} />
            <bdi>{fileName ?? words.header[needsFile]}</bdi>
          </p>
        )}
        <p class="whitespace-pre-line" dir="auto">{fill(body, "body")}</p>
        {footer && <p class="text-label text-soft" dir="auto">{footer}</p>}
        {buttons.length > 0 && (
          <ul class="space-y-1 pt-1">
            {buttons.map(({ text }, at) => {
              const link = filledLink(template, at, values);
              return (
                <li key={at} class="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                  <span
                    class="rounded-md border border-line bg-raised px-2 py-0.5 text-label"
                    dir="auto"
                  >
                    {text}
                  </span>
                  {link && <bdi class="text-label text-soft">{link}</bdi>}
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Address of a picture that was chosen; null while it is read, and of other files. */
function usePicture(file: HeadFile | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    setAddress(null);
    if (file === null || file === "quote" || !/^image\/(jpeg|png)$/.test(file.type)) return;
    const reader = new FileReader();
    reader.onload = () => setAddress(String(reader.result));
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return address;
}
