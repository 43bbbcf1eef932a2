import { Icon } from "@/components/Icon.tsx";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import type { Preview } from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface PreviewErrorsProps {
  preview: Preview;
  language: Language;
  onDownload(): void;
}

/** The API names so many errors at most. */
const mostShown = 100;
/** The header is the first row. */
const header = 1;

/** Errors by row and column, counted as a spreadsheet does. */
export function PreviewErrors({ preview, language, onDownload }: PreviewErrorsProps) {
  const words = speak(importPageWords, language);
  const { errors } = preview;
  return (
    <Panel
      title={words.problems}
      end={errors.some(({ row }) => row !== header) && (
        <button type="button" class="button" onClick={onDownload}>
          <Icon name="download" /> {words.downloadWrong}
        </button>
      )}
    >
      <p class="mb-3 text-meta text-soft">{words.howToCorrect}</p>
      <div class="import-scroll" tabIndex={0} role="region" aria-label={words.problems}>
        <table class="import-table">
          <thead>
            <tr>
              <th scope="col" class="number">{words.row}</th>
              <th scope="col">{words.column}</th>
              <th scope="col">{words.problem}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, message }, at) => (
              <tr key={at}>
                <td class="number">{row}</td>
                <td>{column ?? <span class="text-soft">{words.wholeRow}</span>}</td>
                <td class="text-danger-text first-letter:uppercase">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {errors.length >= mostShown && (
        <p class="mt-2 text-label text-soft">{words.firstProblems(errors.length)}</p>
      )}
    </Panel>
  );
}
