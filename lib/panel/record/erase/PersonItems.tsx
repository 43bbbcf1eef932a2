import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { eraseWords } from "@/lib/panel/record/erase/words.ts";

interface PersonItemsProps {
  /** Below /api/admin: `clients/7`. */
  path: string;
  onErase(): void;
}

/** Items of a record's menu: what is known of the person as a file, and erasing it. */
export function PersonItems({ path, onErase }: PersonItemsProps) {
  const { href } = usePage();
  const words = useWords(eraseWords);
  return (
    <>
      <a
        class="menu-item"
        href={href(`/api/admin/${path}/export`)}
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
