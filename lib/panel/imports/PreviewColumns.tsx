import { useWords } from "@/components/page.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import type {
  ImportNoun,
  ImportTarget,
  Preview,
  PreviewColumn,
} from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";

interface PreviewColumnsProps {
  noun: ImportNoun;
  preview: Preview;
  targets: ImportTarget[];
  onMap(at: number, field: string | null): void;
}

/** Field of each column of the file; several may have the same. Another choice checks it again. */
export function PreviewColumns(
  { noun, preview, targets, onMap }: PreviewColumnsProps,
) {
  const words = useWords(importPageWords);
  return (
    <Panel title={words.columns}>
      <ul class="divide-y divide-line">
        {preview.columns.map(({ header, field, role, examples }, at) => (
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
            <div class="min-w-0 text-meta text-soft">
              <p class="truncate">{examples.join(" · ")}</p>
              {role && role !== "value" && (
                <p data-role={role}>
                  {words.roles[roleOn(noun, role)](othersOf(preview.columns, at, words.noHeader))}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A contact that is there keeps no notes of a file. */
function roleOn(noun: ImportNoun, role: Exclude<PreviewColumn["role"], "value" | null>) {
  return noun === "contacts" && role === "in_notes" ? "notesOfNew" : role;
}

/** The columns that a column shares its field with: all that are joined with it, or the first. */
function othersOf(columns: PreviewColumn[], at: number, noHeader: string): string {
  const { field, role } = columns[at]!;
  const others = columns.filter((column, place) =>
    place !== at && column.field === field && (role === "joined" || column.role === "value")
  );
  return others.map(({ header }) => header || noHeader).join(", ");
}
