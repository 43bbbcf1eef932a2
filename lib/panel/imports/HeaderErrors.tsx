import { useWords } from "@/components/page.ts";
import type { WrongCell } from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";

/** The header is the first row. */
const header = 1;

/** Errors of the columns, which keep the whole file out. */
export function HeaderErrors({ errors }: { errors: WrongCell[] }) {
  const words = useWords(importPageWords);
  const its = errors.filter(({ row }) => row === header);
  if (its.length === 0) return null;
  return (
    <div class="rounded-md bg-danger px-3 py-2 text-meta text-danger-text">
      <p class="font-medium">{words.badHeader}</p>
      <ul>
        {its.map(({ column, message }, at) => (
          <li key={at} class="first-letter:uppercase">
            {column ? `${column}: ${message}` : message}
          </li>
        ))}
      </ul>
    </div>
  );
}
