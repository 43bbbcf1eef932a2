import { Icon } from "@/components/Icon.tsx";
import { type ImportNoun, listOfMade, type Result } from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";

interface ImportResultProps {
  noun: ImportNoun;
  result: Result;
  companyId: number;
  language: Language;
  onAgain(): void;
}

/** Records that the import made, with a link to them. */
export function ImportResult({ noun, result, companyId, language, onAgain }: ImportResultProps) {
  const words = speak(importPageWords, language);
  const count = new Intl.NumberFormat(locales[language], { useGrouping: "always" });
  return (
    <div class="flex flex-col items-center gap-3 border-y border-line px-4 py-14 text-center">
      <Icon name="circle-check" class="size-8 text-success-text" />
      <h2 class="text-title font-semibold tracking-tight">
        {words.done(count.format(result.imported), words[noun])}
      </h2>
      {result.skipped > 0 && <p class="text-soft">{words.skipped(count.format(result.skipped))}</p>}
      <p class="mt-2 flex flex-wrap justify-center gap-2">
        {result.imported > 0 && (
          <a class="button button-primary" href={listOfMade(noun, companyId, result)}>
            {words.seeThem}
          </a>
        )}
        <button type="button" class="button" onClick={onAgain}>{words.another}</button>
      </p>
    </div>
  );
}
