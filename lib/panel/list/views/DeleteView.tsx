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
  const [current, setCurrent] = useState(view);
  const words = useWords(viewWords);

  async function remove() {
    const { id, version } = current;
    const call = { method: "DELETE", query: { version }, companyId, language } as const;
    const outcome = await callApi(`views/${id}`, call);
    if (outcome.ok) location.assign(next);
    if (!isClash(outcome)) return outcome;
    const now = { ...current, ...outcome.details.record as Partial<SavedView> };
    setCurrent(now);
    const changes = sayChanges({ before: { ...current }, now }, { name: words.name }, language);
    return { ...outcome, error: clashText(outcome, changes) };
  }

  return (
    <AskDialog
      title={words.deleteTitle(current.name)}
      text={current.shared ? words.deleteShared : words.deleteMine}
      button={words.deleteButton}
      onYes={remove}
      onClose={onClose}
    />
  );
}
