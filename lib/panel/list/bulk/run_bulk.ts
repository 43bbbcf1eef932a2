import { formatQuantity } from "@/lib/values/money.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { manyShownMs, showToast } from "@/lib/panel/page/toasts.ts";
import { bulkWords } from "@/lib/panel/list/bulk/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** A record that was left as it is. */
export interface LeftRecord {
  id: number;
  name: string | null;
  code: string;
  error: string;
  fields?: Record<string, string>;
}

interface Report {
  undo_id: number | null;
  counts: { matched: number; done: number; unchanged: number; skipped: number };
  records: (LeftRecord & { outcome: string })[];
}

interface Bulk {
  list: string;
  body: Record<string, unknown>;
  companyId: number;
  language: Language;
  /** Shows what was left as it is, and why. */
  explain(records: LeftRecord[]): void;
}

/** Thousands of records take a while. */
const timeoutMs = 60_000;

/** Changes many records, redraws the page and says what happened, with an undo. */
export async function runBulk(bulk: Bulk): Promise<boolean> {
  const { list, body, language, explain } = bulk;
  const words = speak(bulkWords, language);
  const path = `${list}/bulk`;
  const call = { ...bulk, method: "POST" as const, json: body, timeoutMs };
  const outcome = await callApi<Report>(path, call);
  if (!outcome.ok) {
    showToast({ text: failureText(outcome, language), isFailure: true });
    // The list has more or fewer than was shown.
    if (outcome.why === "refused" && outcome.status === 409) await refreshRegions();
    return false;
  }
  const { undo_id, records } = outcome.data;
  await refreshRegions();
  const skipped = records.filter(({ outcome }) => outcome === "skipped");
  showToast({
    text: textOf(outcome.data, "undo_id" in body, language),
    shownMs: manyShownMs,
    more: skipped.length > 0 ? { label: words.why, run: () => explain(skipped) } : undefined,
    undo: undo_id === null ? undefined : {
      label: speak(commonWords, language).undo,
      run: () => void runBulk({ ...bulk, body: { undo_id } }),
    },
  });
  return true;
}

/** Names all that were asked for: what was done, what was so already, what was left. */
function textOf({ counts }: Report, isUndo: boolean, language: Language): string {
  const words = speak(bulkWords, language);
  const number = (n: number) => formatQuantity(n, language);
  const { matched, done, unchanged, skipped } = counts;
  const among = done === matched ? undefined : number(matched);
  return [
    ...done > 0 ? [(isUndo ? words.undone : words.done)(number(done), among)] : [],
    ...unchanged > 0 ? [words.unchanged(unchanged, number(unchanged))] : [],
    ...skipped > 0 ? [words.left(number(skipped))] : [],
  ].join(" ");
}
