import { usePage, useWords } from "@/components/page.ts";
import type { SaveState } from "@/lib/panel/save/save.ts";
import { commonWords } from "@/lib/words/common.ts";
import { locales } from "@/lib/words/language.ts";

interface SaveLineProps {
  state: SaveState;
  onRetry(): void;
}

/** How saving stands: one quiet line that screen readers hear. */
export function SaveLine({ state, onRetry }: SaveLineProps) {
  const { language } = usePage();
  const words = useWords(commonWords);
  const time = (at: Date) =>
    new Intl.DateTimeFormat(locales[language], { hour: "2-digit", minute: "2-digit" }).format(at);
  return (
    <p role="status" class="min-h-4 text-label text-soft">
      {state.kind === "saving" && words.saving}
      {state.kind === "saved" && words.savedAt(time(state.at))}
      {state.kind === "failed" && (
        <span class="text-danger-text">
          {state.isOffline ? words.failures.kept : state.text}{" "}
          {state.isOffline && (
            <button type="button" class="font-medium underline" onClick={onRetry}>
              {words.retry}
            </button>
          )}
        </span>
      )}
    </p>
  );
}
