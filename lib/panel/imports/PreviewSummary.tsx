import { Figures } from "@/lib/panel/record/RecordPage.tsx";
import type { Preview } from "@/lib/panel/imports/import_page.ts";
import type { ImportState } from "@/lib/panel/imports/use_import.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";

interface PreviewSummaryProps {
  preview: Preview;
  state: ImportState;
  language: Language;
}

const encodings: Record<string, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "windows-1252": "Windows-1252",
};

/** How many rows are good, what happens to those that are there, and the button that imports. */
export function PreviewSummary({ preview, state, language }: PreviewSummaryProps) {
  const words = speak(importPageWords, language);
  const { counts, errors, encoding, delimiter } = preview;
  const number = new Intl.NumberFormat(locales[language], { useGrouping: "always" });
  const shown = (count: number, bad = "") => (
    <span class={count > 0 ? bad : "text-soft"}>{number.format(count)}</span>
  );
  const why = errors.length > 0
    ? words.whyNot.errors
    : counts.valid === 0
    ? words.whyNot.empty
    : undefined;
  const hasTwins = counts.duplicates > 0 || state.duplicates === "skip";
  return (
    <section class="space-y-3">
      <div class="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <Figures
          figures={[
            { name: words.rows, value: number.format(counts.rows) },
            { name: words.valid, value: shown(counts.valid, "text-success-text") },
            { name: words.invalid, value: shown(counts.invalid, "text-danger-text") },
            { name: words.duplicates, value: shown(counts.duplicates, "text-warning-text") },
          ]}
        />
        <div class="flex flex-col gap-1 max-md:w-full">
          <button
            type="button"
            class={`button ${why ? "" : "button-primary"}`}
            aria-disabled={why ? "true" : undefined}
            aria-describedby={why ? "import-why" : undefined}
            onClick={() => !why && state.commit()}
          >
            {counts.valid === 1 ? words.commitOne : words.commit(number.format(counts.valid))}
          </button>
        </div>
      </div>
      {why && <p id="import-why" class="text-meta text-soft">{why}.</p>}
      <p class="text-meta text-soft">
        {encodings[encoding] ?? encoding}, {words.delimiters[delimiter]}
      </p>
      {hasTwins && (
        <fieldset class="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta">
          <legend class="float-left mr-4">{words.ifDuplicate}</legend>
          {(["refuse", "skip"] as const).map((how) => (
            <label key={how} class="inline-flex min-h-8 items-center gap-2">
              <input
                type="radio"
                name="duplicates"
                class="accent-accent"
                checked={state.duplicates === how}
                onChange={() =>
                  state.treatDuplicates(how)}
              />
              {words[how]}
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}
