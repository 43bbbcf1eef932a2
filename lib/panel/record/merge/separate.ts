import { hrefIn } from "@/components/page.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { recordsChanged } from "@/lib/panel/live/change.ts";
import type { Caller } from "@/lib/panel/api/call_api.ts";
import type { MergedNoun } from "@/lib/panel/record/merge/use_merge.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";
import { mergeWords } from "@/lib/panel/record/merge/words.ts";

interface Unmerged {
  stayed: { type: string; ids: number[] }[];
}

interface Pair extends Caller {
  noun: MergedNoun;
  /** The record that stays. */
  id: number;
  other: { id: number; name: string };
}

interface Merging extends Pair {
  /** The dialog has said that they differ. */
  allowsDifferentTaxIds: boolean;
  /** The versions that the dialog shows. */
  versions: { version?: number; into_version?: number };
}

/** Merges the other into the record and offers to separate them; callers tell of failures. */
export async function mergeRecords(
  { noun, id, other, allowsDifferentTaxIds, versions, ...caller }: Merging,
): Promise<Outcome<unknown>> {
  const path = `${noun}s/${other.id}/merge`;
  const json = {
    into_id: id,
    ...versions,
    ...(allowsDifferentTaxIds ? { allow_different_tax_ids: true } : {}),
  };
  const merged = await runVerb({ path, json, isAsked: true }, caller);
  if (!merged.ok) return merged;
  tellFields(noun, id);
  showToast({
    text: speak(mergeWords, caller.language)[noun].done,
    undo: {
      label: speak(commonWords, caller.language).undo,
      run: () => separateRecords({ noun, id, other, ...caller }),
      call: { path: `${noun}s/${other.id}/unmerge`, ...caller },
    },
  });
  return merged;
}

/** Takes a merge back, says what stayed, and leads to what is on its own again. */
export async function separateRecords({ noun, id, other, ...caller }: Pair): Promise<void> {
  const outcome = await runVerb<Unmerged>({ path: `${noun}s/${other.id}/unmerge` }, caller);
  if (!outcome.ok) return;
  tellFields(noun, id);
  const words = speak(mergeWords, caller.language);
  const stayed = outcome.data.stayed.map(({ type, ids }) =>
    words.counts[listOf(type)]?.(ids.length) ?? ""
  ).filter(Boolean);
  showToast({
    text: [
      words.separated(other.name),
      ...(stayed.length > 0 ? [words.stayed(stayed.join(", "))] : []),
    ].join(". "),
    link: {
      label: speak(commonWords, caller.language).open,
      href: hrefIn(caller.companyId, `/panel/${noun}s/${other.id}`),
    },
  });
}

type Counted = keyof (typeof mergeWords)["counts"];

function listOf(type: string): Counted {
  return (type === "opportunity" ? "opportunities" : `${type}s`) as Counted;
}

/** The record's fields were filled or emptied: they are read again. */
function tellFields(noun: MergedNoun, id: number): void {
  document.dispatchEvent(new CustomEvent(recordsChanged, { detail: [{ noun, id }] }));
}
