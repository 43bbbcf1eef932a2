import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { guideWords } from "@/lib/panel/channels/meta/guide/guide_words.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";

interface CopyLineProps {
  /** Distinguishes it on the page. */
  name: string;
  label: string;
  value: string;
}

/** What is to be copied into Meta, and the button that copies it. */
export function CopyLine({ name, label, value }: CopyLineProps) {
  const words = useWords(guideWords);
  const id = `meta-${name}`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      showToast({ text: words.copied });
    } catch {
      (document.getElementById(id) as HTMLInputElement).select();
      showToast({ text: words.notCopied, isFailure: true });
    }
  }

  return (
    <div>
      <label for={id} class="mb-1 block text-label font-medium">{label}</label>
      <div class="flex gap-2">
        <input
          id={id}
          class="control min-w-0 flex-1"
          readOnly
          dir="ltr"
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button" onClick={copy}>
          <Icon name="copy" />
          {words.copy}
          <span class="sr-only">{label}</span>
        </button>
      </div>
    </div>
  );
}
