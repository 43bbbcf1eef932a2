import { usePage, useWords } from "@/components/page.ts";
import { LossDialog } from "@/lib/panel/opportunities/LossDialog.tsx";
import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";
import type { Loss } from "@/lib/panel/opportunities/moves.ts";
import { type Standing, useStanding } from "@/lib/panel/opportunities/use_standing.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

interface OpportunityVerbsProps {
  opportunityId: number;
  standing: Standing;
  /** Instead of going to the board. */
  onTrashed?(): void;
}

/** Win, lose, reopen and trash; what cannot be done now says why. */
export function OpportunityVerbs(props: OpportunityVerbsProps) {
  const { companyId, href, language } = usePage();
  const { opportunityId } = props;
  const { status, sale, version } = useStanding(props.standing);
  const dialog = useDialog();
  const words = useWords(opportunityWords);
  const { reasons } = words;
  const caller = { companyId, language };
  const path = `opportunities/${opportunityId}`;
  const undo = { path: `${path}/reopen` };
  const closed = status === "open" ? undefined : reasons.isClosed;
  const sold = sale === null ? undefined : reasons.hasSale(sale);

  const lose = (loss: Loss) => {
    const json = { ...loss, version };
    return runVerb(
      { path: `${path}/lose`, json, done: words.lostDone, undo, isAsked: true },
      caller,
    );
  };

  return (
    <>
      <VerbButton
        path={`${path}/win`}
        label={words.win}
        icon="trophy"
        look={closed ? "plain" : "primary"}
        done={words.wonDone}
        undo={undo}
        reason={closed}
      />
      <button
        type="button"
        class="button"
        data-command={closed ? undefined : words.lose}
        data-opens=""
        aria-disabled={closed ? "true" : undefined}
        title={closed}
        onClick={() => !closed && dialog.open()}
      >
        {words.lose}
        {closed && <span class="sr-only">{closed}</span>}
      </button>
      <VerbButton
        path={`${path}/reopen`}
        label={words.reopen}
        icon="rotate-cw"
        done={words.reopened}
        reason={status === "open" ? reasons.isOpen : status === "won" ? sold : undefined}
      />
      <VerbButton
        path={path}
        method="DELETE"
        label={words.trash}
        icon="trash-2"
        done={words.trashed}
        undo={{ path: `${path}/restore` }}
        reason={sold}
        next={props.onTrashed ? undefined : href("/panel/opportunities")}
        onDone={props.onTrashed}
      />
      <LossDialog
        id={idOf("lose", opportunityId)}
        dialog={dialog}
        onLose={lose}
      />
    </>
  );
}
