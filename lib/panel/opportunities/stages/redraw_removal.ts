import { callApi, type Caller, type Outcome } from "@/lib/panel/api/call_api.ts";
import { clashText, isClash, sayChanges } from "@/lib/panel/save/clash.ts";
import { stageWords } from "@/lib/crm/stages/words.ts";
import { fieldWords } from "@/lib/words/field_words.ts";

/** A stage to delete: how many opportunities it has, and where they go. */
export interface Removal {
  count: number;
  to: number;
}

export interface Stage {
  id: number;
  version: number;
  name: string;
  color: string | null;
  default_probability: number;
  rot_days: number;
}

interface Shown {
  stage: Stage;
  removal: Removal;
}

/** Reads anew what a refused removal is about, and what changed; null for another refusal. */
export async function redrawRemoval(
  refused: Outcome<unknown>,
  { stage, removal }: Shown,
  caller: Caller,
) {
  if (!isClash(refused)) return null;
  const all = await callApi<Stage[]>("pipeline-stages", caller);
  const now = all.ok && all.data.find(({ id }) => id === stage.id);
  if (!all.ok || !now) return null;
  const count = Number(refused.details.count);
  const targets = all.data.filter(({ id }) => id !== now.id);
  const target = targets.find(({ id }) => id === removal.to) ?? targets[0]!;
  const { language } = caller;
  const labels = { name: stageWords.name[language], count: fieldWords.opportunities[language] };
  const states = {
    before: { name: stage.name, count: removal.count },
    now: { name: now.name, count },
  };
  return {
    place: { stages: all.data, stage: now },
    removal: { count, to: target.id },
    outcome: { ...refused, error: clashText(refused, sayChanges(states, labels, language)) },
  };
}
