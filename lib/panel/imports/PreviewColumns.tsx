import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import type { ImportTarget, Preview } from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface PreviewColumnsProps {
  preview: Preview;
  targets: ImportTarget[];
  language: Language;
  onMap(at: number, field: string | null): void;
}

/** Field of each column of the file; another choice checks the file again. */
export function PreviewColumns({ preview, targets, language, onMap }: PreviewColumnsProps) {
  const words = speak(importPageWords, language);
  return (
    <Panel title={words.columns}>
      <ul class="divide-y divide-line">
        {preview.columns.map(({ header, field, examples }, at) => (
          <li key={at} class="import-column">
            <span class="truncate font-medium" title={header}>{header || words.noHeader}</span>
            <select
              class="control"
              aria-label={`${words.becomes}: ${header || words.noHeader}`}
              value={field ?? ""}
              onChange={(event) =>
                onMap(at, event.currentTarget.value || null)}
            >
              <option value="" selected={!field}>{words.ignored}</option>
              {targets.map((target) => (
                <option
                  key={target.field}
                  value={target.field}
                  selected={field === target.field}
                >
                  {target.label}
                </option>
              ))}
            </select>
            <span class="truncate text-meta text-soft">{examples.join(" · ")}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
