import { type CellName, type CellRecord, cellText } from "@/lib/panel/products/cells.ts";
import type { Language } from "@/lib/words/language.ts";
import { productWords } from "@/lib/panel/products/words.ts";

interface EditableCellProps {
  name: CellName;
  label: string;
  record: CellRecord;
  currency: string;
  language: Language;
}

/** A value of a row; pressing it edits it where it stands. */
export function EditableCell({ name, label, record, currency, language }: EditableCellProps) {
  const text = cellText(name, record, { language, currency });
  const said = productWords.cells.edit(label, record.name)[language];
  return (
    <button type="button" id={`cell-${record.id}-${name}`} class="grid-cell" data-opens="">
      <span class="sr-only">{`${said}: `}</span>
      <span data-shown={name} dir="auto">{text}</span>
    </button>
  );
}
