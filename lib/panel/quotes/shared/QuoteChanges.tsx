import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import type { QuoteChanges as Changes } from "@/lib/sales/sharing/quote_changes.ts";
import { sayChanges } from "@/lib/sales/sharing/say_changes.ts";

interface ChangesProps {
  changes: Changes;
  document: QuoteDocument;
}

/** Differences from the revision that the client had on screen. */
export function QuoteChanges({ changes, document }: ChangesProps) {
  const lines = sayChanges(changes, document);
  if (lines.length === 0) return null;
  return (
    <ul class="mt-2 list-disc space-y-1 pl-5 wrap-anywhere">
      {lines.map((line, at) => <li key={at}>{line}</li>)}
    </ul>
  );
}
