import { Icon } from "@/components/Icon.tsx";
import type { ImportNoun } from "@/lib/panel/imports/import_page.ts";
import type { Language } from "@/lib/words/language.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";

interface ImportLinkProps {
  noun: ImportNoun;
  companyId: number;
  language: Language;
}

/** The way from a list to the page that imports into it. */
export function ImportLink({ noun, companyId, language }: ImportLinkProps) {
  const text = importPageWords.title[language];
  return (
    <a
      class="button"
      href={`/panel/imports?company_id=${companyId}&noun=${noun}`}
      title={text}
      data-command={text}
    >
      <Icon name="upload" /> {text}
    </a>
  );
}
