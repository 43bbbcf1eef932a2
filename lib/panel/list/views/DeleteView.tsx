import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import type { SavedView } from "@/lib/panel/list/views/saved_views.ts";
import { viewWords } from "@/lib/panel/list/views/words.ts";
import { AskDialog } from "@/lib/panel/save/AskDialog.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { clashText, isClash, sayChanges } from "@/lib/panel/save/clash.ts";

interface DeleteViewProps {
  view: SavedView;
  /** Page that opens then. */
  next: string;
  onClose(): void;
}

/** Asks before a view is deleted; a clash shows it as it is now. */
export function DeleteView({ view, next, onClose }: DeleteViewProps) {
  const { companyId, language } = usePage();
  const [shown, setShown] = useState(view);
  const words = useWords(viewWords);

  async function remove() {
    const { id, version } = shown;
    const call = { method: "DELETE", query: { version }, companyId, language } as const;
    const outcome = await callApi(`views/${id}`, call);
    if (outcome.ok) location.assign(next);
    if (!isClash(outcome)) return outcome;
    const now = { ...shown, ...outcome.details.record as Partial<SavedView> };
    setShown(now);
    const changes = sayChanges({ before: { ...shown }, now }, { name: words.name }, language);
    return { ...outcome, error: clashText(outcome, changes) };
  }

  return (
    <AskDialog
      title={words.deleteTitle(shown.name)}
      text={shown.shared ? words.deleteShared : words.deleteMine}
      button={words.deleteButton}
      onYes={remove}
      onClose={onClose}
    />
  );
}
