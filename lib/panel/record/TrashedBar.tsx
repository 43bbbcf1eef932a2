import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { pathOf, type RecordChange } from "@/lib/panel/live/change.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { speak } from "@/lib/words/language.ts";
import { mergedAwayWords } from "@/lib/panel/record/merge/away_words.ts";
import { trashedWords } from "@/lib/panel/record/trashed_words.ts";

interface TrashedBarProps {
  trashed: RecordChange;
  onBack(): void;
}

/**
 * Says over a record's page that somebody has trashed it, and brings it back; or erased or merged
 * it.
 */
export function TrashedBar({ trashed, onBack }: TrashedBarProps) {
  const { companyId, href, language } = usePage();
  const [isBusy, setBusy] = useState(false);
  const words = useWords(trashedWords);

  async function restore() {
    if (isBusy) return;
    setBusy(true);
    const verb = { path: `${pathOf(trashed)}/restore`, done: words.isBack };
    const outcome = await runVerb(verb, { companyId, language });
    setBusy(false);
    if (outcome.ok) onBack();
  }

  const who = trashed.actor?.name ?? "";
  if (trashed.verb === "erased") {
    return (
      <div role="alert" class="trashed-bar">
        <Icon name="eraser" />
        <p>{words.isErased(who)}</p>
      </div>
    );
  }
  if (trashed.verb === "merged_away") {
    const merge = speak(mergedAwayWords, language);
    return (
      <div role="alert" class="trashed-bar">
        <Icon name="merge" />
        <p>{merge.isAway(who)}</p>
        <a class="button" href={href(`/panel/${pathOf(trashed)}`)}>
          {merge.toOther}
        </a>
      </div>
    );
  }
  return (
    <div role="alert" class="trashed-bar">
      <Icon name="trash-2" />
      <p>{words.isGone(who)}</p>
      <button type="button" class="button" disabled={isBusy} onClick={restore}>
        <Icon name="undo-2" />
        {words.restore}
      </button>
    </div>
  );
}
