import { Icon } from "@/components/icons/Icon.tsx";
import { showToast } from "@/lib/panel/page/toasts.ts";

interface CopyButtonProps {
  /** The id of what is copied. */
  of: string;
  label: string;
  done: string;
  failed: string;
}

/** Copies the text of an element; where the browser refuses, it is selected, ready for Ctrl C. */
export function CopyButton({ of, label, done, failed }: CopyButtonProps) {
  async function copy() {
    const element = document.getElementById(of)!;
    try {
      await navigator.clipboard.writeText(element.textContent ?? "");
      showToast({ text: done });
    } catch {
      getSelection()?.selectAllChildren(element);
      showToast({ text: failed, isFailure: true });
    }
  }

  return (
    <button type="button" class="button" data-command={label} onClick={copy}>
      <Icon name="copy" />
      {label}
    </button>
  );
}
