import { usePage } from "@/components/page.ts";
import { type CellName, type CellRecord, cellText } from "@/lib/panel/products/cells.ts";
import { productWords } from "@/lib/panel/products/words.ts";

interface EditableCellProps {
  name: CellName;
  label: string;
  record: CellRecord;
  currency: string;
}

/** A value of a row; pressing it edits it where it stands. */
export function EditableCell({ name, label, record, currency }: EditableCellProps) {
  const { language } = usePage();
  const text = cellText(name, record, { language, currency });
  const hint = productWords.cells.edit(label, record.name)[language];
  return (
    <button type="button" id={`cell-${record.id}-${name}`} class="grid-cell" data-opens="">
      <span class="sr-only">{`${hint}: `}</span>
      <span data-shown={name} dir="auto">{text}</span>
    </button>
  );
}
