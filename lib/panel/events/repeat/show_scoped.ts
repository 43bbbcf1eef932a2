import type { Caller } from "@/lib/panel/api/call_api.ts";
import type { ScopedMeta } from "@/lib/crm/events/rule.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { manyShownMs, showToast } from "@/lib/panel/page/toasts.ts";
import { runUndo } from "@/lib/panel/save/run_verb.ts";
import { commonWords } from "@/lib/words/common.ts";

/** Says how many events a change was made to, with an undo of all. */
export function showScoped(
  { changed, undo_id }: ScopedMeta,
  caller: Caller,
  done: "changedMany" | "trashedMany" = "changedMany",
): void {
  const call = { path: "events/bulk", method: "POST" as const, json: { undo_id }, ...caller };
  const label = commonWords.undo[caller.language];
  showToast({
    text: repeatWords[done](changed)[caller.language],
    undo: undo_id === null ? undefined : { label, run: () => runUndo(call), call },
    shownMs: manyShownMs,
  });
}
