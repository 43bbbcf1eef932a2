import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { type ImportTarget, type Preview, shownValue } from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface PreviewRowsProps {
  preview: Preview;
  targets: ImportTarget[];
  language: Language;
}

/** The first rows as they would be saved; a cell that is wrong says why. */
export function PreviewRows({ preview, targets, language }: PreviewRowsProps) {
  const words = speak(importPageWords, language);
  const { rows, columns, errors } = preview;
  const fields = columns.flatMap(({ field }) => field === null ? [] : [field]);
  if (rows.length === 0 || fields.length === 0) return null;
  const labelOf = (field: string) => targets.find((one) => one.field === field)?.label ?? field;
  const errorIn = (row: number, field: string) =>
    errors.find((error) => error.row === row && error.field === field)?.message;
  return (
    <Panel title={words.preview}>
      <div class="import-scroll" tabIndex={0} role="region" aria-label={words.preview}>
        <table class="import-table">
          <thead>
            <tr>
              <th scope="col" class="number">{words.row}</th>
              {fields.map((field) => <th key={field} scope="col">{labelOf(field)}</th>)}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, values }) => (
              <tr key={row}>
                <td class="number text-soft">{row}</td>
                {fields.map((field) => {
                  const error = errorIn(row, field);
                  return (
                    <td key={field} class={error ? "import-wrong" : undefined} title={error}>
                      {shownValue(values[field])}
                      {error && <span class="sr-only">{error}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
