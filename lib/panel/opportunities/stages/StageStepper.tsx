import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { StageDot } from "@/lib/panel/opportunities/stages/StageDot.tsx";
import { type Standing, useStanding } from "@/lib/panel/opportunities/use_standing.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

interface StageStepperProps {
  opportunityId: number;
  stages: { id: number; name: string; color: string | null }[];
  standing: Standing;
}

/** The stages in a row, the current one marked; each moves the opportunity there. */
export function StageStepper(props: StageStepperProps) {
  const { companyId, language } = usePage();
  const { opportunityId, stages } = props;
  const { status, stageId, version } = useStanding(props.standing);
  const [goingTo, setGoingTo] = useState<number | null>(null);
  const words = useWords(opportunityWords);
  const at = stages.findIndex(({ id }) => id === stageId);

  async function move(to: StageStepperProps["stages"][number]) {
    if (goingTo !== null) return;
    setGoingTo(to.id);
    const path = `opportunities/${opportunityId}/move`;
    await runVerb({
      path,
      json: { stage_id: to.id, version },
      done: words.moved(to.name),
      // A move is one version: what somebody else did since is not overwritten.
      undo: { path, json: { stage_id: stageId, version: version + 1 } },
    }, { companyId, language });
    setGoingTo(null);
  }

  return (
    <ol class="stepper" aria-label={words.stage}>
      {stages.map((stage, index) => {
        const isHere = index === at;
        const reason = status === "open"
          ? (isHere ? words.reasons.isHere : undefined)
          : words.reasons.isClosed;
        return (
          <li key={stage.id} data-passed={index < at}>
            <button
              type="button"
              class="step"
              aria-current={isHere ? "step" : undefined}
              aria-disabled={reason ? "true" : undefined}
              aria-busy={goingTo === stage.id}
              title={reason ?? words.moveTo(stage.name)}
              data-command={reason ? undefined : words.moveTo(stage.name)}
              onClick={() => !reason && move(stage)}
            >
              <StageDot color={stage.color} />
              <span class="min-w-0 truncate" title={stage.name} dir="auto">{stage.name}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
