import { usePage, useWords } from "@/components/page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { locales } from "@/lib/words/language.ts";

interface ImportProgressProps {
  phase: "checking" | "importing";
  /** How much of the file has left, from 0 to 1. */
  sent: number;
  rows: number;
}

/** Progress: sending is measured, the rest says what it does. */
export function ImportProgress({ phase, sent, rows }: ImportProgressProps) {
  const { language } = usePage();
  const words = useWords(importPageWords);
  const count = new Intl.NumberFormat(locales[language], { useGrouping: "always" }).format(rows);
  const text = sent < 1
    ? words.uploading(Math.floor(sent * 100))
    : phase === "importing"
    ? words.saving(count)
    : words.checking;
  return (
    <div>
      <p role="status" class="mb-1.5 text-meta text-soft">{text}</p>
      <progress class="upload-progress" aria-label={text} {...(sent < 1 ? { value: sent } : {})} />
    </div>
  );
}
