import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { listTemplates } from "@/lib/crm/templates/templates.ts";
import { templateWords } from "@/lib/panel/templates/words.ts";
import { languageWords } from "@/lib/words/languages.ts";

interface TemplateRowsProps {
  templates: Awaited<ReturnType<typeof listTemplates>>;
}

/** The templates by name; the sheet beside them listens to the buttons. */
export function TemplateRows({ templates }: TemplateRowsProps) {
  const { language } = usePage();
  const words = useWords(templateWords);
  return (
    <ul class="list-rows">
      {templates.map(({ id, name, language: written, body }) => (
        <li key={id} class="list-row" data-id={id}>
          <div class="min-w-0 flex-1">
            <p class="font-medium">
              <bdi>{name}</bdi> <span class="tag">{languageWords[written][language]}</span>
            </p>
            <p class="line-clamp-2 text-soft" lang={written} dir="auto">{body}</p>
          </div>
          <button
            type="button"
            class="button button-plain button-icon text-soft"
            data-template={id}
            data-opens=""
            title={words.editOf(name)}
          >
            <Icon name="pencil" />
            <span class="sr-only">{words.editOf(name)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
