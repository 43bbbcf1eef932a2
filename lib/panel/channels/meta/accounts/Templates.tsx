import { usePage, useWords } from "@/components/page.ts";
import type { listTemplates } from "@/lib/channels/meta/templates/templates.ts";
import { whyUnsupported } from "@/lib/words/apps/unsupported_template.ts";
import { settingWords } from "@/lib/panel/channels/meta/accounts/setting_words.ts";

interface TemplatesProps {
  templates: Awaited<ReturnType<typeof listTemplates>>;
}

/** Approved templates of a number, as Meta has them. */
export function Templates({ templates }: TemplatesProps) {
  const page = usePage();
  const words = useWords(settingWords);
  if (templates.length === 0) return <p class="py-2 text-meta text-soft">{words.noTemplates}</p>;
  return (
    <ul class="list-rows">
      {templates.map((template) => {
        const { name, language, category, header, body, footer, variables, unsupported } = template;
        return (
          <li key={`${name} ${language}`} class="py-2">
            <p class="font-medium wrap-anywhere">
              {name} <span class="font-normal text-soft">{language}</span>
            </p>
            {header?.text && <p class="font-medium" dir="auto">{header.text}</p>}
            <p class="whitespace-pre-line wrap-anywhere" dir="auto">{body}</p>
            {footer && <p class="text-label text-soft" dir="auto">{footer}</p>}
            <p class="text-label text-soft">
              {[
                words.categories[category] ?? category,
                header && words.headers[header.type],
                variables.length > 0 && words.variables(variables.length),
              ].filter(Boolean).join(" · ")}
            </p>
            {unsupported && (
              <p class="text-label first-letter:uppercase">
                {whyUnsupported(unsupported)[page.language]}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
