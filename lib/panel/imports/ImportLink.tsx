import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { ImportNoun } from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";

interface ImportLinkProps {
  noun: ImportNoun;
}

/** The way from a list to the page that imports into it. */
export function ImportLink({ noun }: ImportLinkProps) {
  const { href, language } = usePage();
  const text = importPageWords.title[language];
  return (
    <a class="button" href={href(`/panel/imports?noun=${noun}`)} title={text} data-command={text}>
      <Icon name="upload" /> {text}
    </a>
  );
}
