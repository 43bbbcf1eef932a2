import type { ScopedMeta } from "@/lib/crm/events/rule.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { manyShownMs, showToast } from "@/lib/panel/page/toasts.ts";
import { runUndo } from "@/lib/panel/save/run_verb.ts";
import { commonWords } from "@/lib/words/common.ts";
import type { Language } from "@/lib/words/language.ts";

/** Says how many events a change was made to, with an undo of all. */
export function showScoped(
  { changed, undo_id }: ScopedMeta,
  who: { companyId: number; language: Language },
  done: "changedMany" | "trashedMany" = "changedMany",
): void {
  const call = { path: "events/bulk", method: "POST" as const, json: { undo_id }, ...who };
  const label = commonWords.undo[who.language];
  showToast({
    text: repeatWords[done](changed)[who.language],
    undo: undo_id === null ? undefined : { label, run: () => runUndo(call), call },
    shownMs: manyShownMs,
  });
}
