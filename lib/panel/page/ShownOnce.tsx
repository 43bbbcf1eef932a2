import { Icon } from "@/components/icons/Icon.tsx";

interface ShownOnceProps {
  /** Distinguishes it on the page. */
  name: string;
  label: string;
  secret: string;
  isCopied: boolean;
  words: { copy: string; copied: string };
  onCopied(): void;
}

/** A secret that is shown this once, and its copy button. */
export function ShownOnce({ name, label, secret, isCopied, words, onCopied }: ShownOnceProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
    } catch {
      // Without the permission, or on plain http, the selected text can still be copied by hand.
      document.querySelector<HTMLInputElement>(`[data-secret="${name}"]`)?.select();
      return;
    }
    onCopied();
  }

  return (
    <>
      <div class="flex gap-2">
        <input
          class="control"
          readOnly
          aria-label={label}
          value={secret}
          data-secret={name}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
        <button type="button" class="button button-primary" autofocus onClick={copy}>
          <Icon name={isCopied ? "check" : "copy"} />
          {isCopied ? words.copied : words.copy}
        </button>
      </div>
      <p role="status" class="sr-only">{isCopied && words.copied}</p>
    </>
  );
}
