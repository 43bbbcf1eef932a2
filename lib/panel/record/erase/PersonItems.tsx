import { Icon } from "@/components/Icon.tsx";
import { type Language, speak } from "@/lib/words/language.ts";
import { privacyWords } from "@/lib/panel/settings/privacy_words.ts";

interface PersonItemsProps {
  /** Below /api/admin: `clients/7`. */
  path: string;
  companyId: number;
  language: Language;
  onErase(): void;
}

/** Items of a record's menu: what is known of the person as a file, and erasing it. */
export function PersonItems({ path, companyId, language, onErase }: PersonItemsProps) {
  const words = speak(privacyWords, language);
  return (
    <>
      <a
        class="menu-item"
        href={`/api/admin/${path}/export?company_id=${companyId}`}
        download
        data-command={words.export}
      >
        <Icon name="download" />
        {words.export}
      </a>
      <button
        type="button"
        class="menu-item"
        data-command={words.erase}
        data-opens=""
        onClick={onErase}
      >
        <Icon name="eraser" />
        {words.erase}
      </button>
    </>
  );
}
