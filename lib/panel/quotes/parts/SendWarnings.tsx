import { usePage, useWords } from "@/components/page.ts";
import { useLayoutEffect } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { type QuoteNow, showPlace } from "@/lib/panel/quotes/editor/quote_now.ts";
import type { QuoteWarning } from "@/lib/sales/sharing/quote_warnings.ts";
import { warningWords } from "@/lib/panel/quotes/warning_words.ts";

interface SendWarningsProps {
  warnings: QuoteWarning[];
  quote: QuoteNow;
  /** Closes the dialog that they are shown in. */
  onLeave(): void;
}

/** Warnings before sending. A press or the warning's number goes to its place. */
export function SendWarnings({ warnings, quote, onLeave }: SendWarningsProps) {
  const { href } = usePage();
  const words = useWords(warningWords);

  function go({ line_id, field, client_id }: QuoteWarning) {
    if (line_id === null) {
      location.assign(href(`/panel/clients/${client_id}#field-${field}`));
      return;
    }
    onLeave();
    showPlace(line_id, field);
  }

  // A layout effect, so that a number that is seen can be pressed.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const warning = /^[1-9]$/.test(key) ? warnings[Number(key) - 1] : undefined;
      if (!warning || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest("input, textarea, select")) return;
      event.preventDefault();
      go(warning);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [warnings]);

  const nameOf = (id: number | null) => quote.lines.find((line) => line.id === id)?.name ?? "";
  const textOf = ({ code, line_id, position, same_as }: QuoteWarning) =>
    code === "no_tax_id" ? words.no_tax_id : `${words.line(position!)} · ${nameOf(line_id)}: ` +
      (code === "same_line" ? words.same_line(same_as!) : words[code]);
  return (
    <section class="rounded-lg bg-warning p-3 text-warning-text" aria-labelledby="send-warnings">
      <p id="send-warnings" role="status" class="flex items-center gap-2 font-semibold">
        <Icon name="triangle-alert" />
        {words.title(warnings.length)}
      </p>
      <ol class="mt-1 max-h-48 overflow-y-auto">
        {warnings.map((warning, at) => (
          <li key={at}>
            <button
              type="button"
              class="flex min-h-9 w-full items-center gap-2 rounded-md px-1 text-left underline underline-offset-2 pointer-coarse:min-h-11"
              aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
              onClick={() => go(warning)}
            >
              <kbd class="w-5 shrink-0 text-center pointer-coarse:hidden" aria-hidden="true">
                {at < 9 ? at + 1 : ""}
              </kbd>
              <span class="min-w-0 break-words">{textOf(warning)}</span>
            </button>
          </li>
        ))}
      </ol>
      <p class="mt-1 text-label pointer-coarse:hidden">{words.hint}</p>
    </section>
  );
}
