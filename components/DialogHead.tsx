import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { commonWords } from "@/lib/words/common.ts";

interface DialogHeadProps {
  /** The element that names the dialog. */
  titleId: string;
  title: string;
  onClose(): void;
}

/** The head of a wide dialog or a sheet: its title and the way out. */
export function DialogHead({ titleId, title, onClose }: DialogHeadProps) {
  const { language } = usePage();
  return (
    <header class="flex items-center justify-between border-b border-line py-2 pl-5 pr-3">
      <h2 id={titleId} class="font-semibold">{title}</h2>
      <button type="button" class="button button-plain button-icon text-soft" onClick={onClose}>
        <Icon name="x" />
        <span class="sr-only">{commonWords.close[language]}</span>
      </button>
    </header>
  );
}
