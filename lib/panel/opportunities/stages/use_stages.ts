import { useState } from "preact/hooks";
import { usePage, useWords } from "@/components/page.ts";
import { fetchModule } from "@/components/fetch_module.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { stageWords } from "@/lib/crm/stages/words.ts";
import { commonWords } from "@/lib/words/common.ts";

export interface Stage {
  id: number;
  version: number;
  name: string;
  color: string | null;
  default_probability: number;
  rot_days: number;
}

export interface StageDraft {
  name: string;
  color: string | null;
  default_probability: string;
  rot_days: string;
}

/** A stage to delete: how many opportunities it has, and where they go. */
export interface Removal {
  count: number;
  to: number;
}

const newDraft: StageDraft = { name: "", color: null, default_probability: "50", rot_days: "0" };

function draftOf(stage: Stage): StageDraft {
  const { name, color, default_probability, rot_days } = stage;
  return { name, color, default_probability: `${default_probability}`, rot_days: `${rot_days}` };
}

/** What was typed into the form of a new stage before the stage itself came. */
function typedIn(draft: StageDraft): Partial<StageDraft> {
  const typed = Object.entries(draft).filter(([name, value]) =>
    value !== newDraft[name as keyof StageDraft]
  );
  return Object.fromEntries(typed);
}

/** State of the stage editor. `onDone` closes its form. */
export function useStages({ onDone }: { onDone: () => void }) {
  const { companyId, language } = usePage();
  const who = { companyId, language };
  const words = useWords(stageWords);
  const { notUnderstood } = useWords(commonWords);
  const [stages, setStages] = useState<Stage[]>([]);
  const [stage, setStage] = useState<Stage | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [isLoading, setLoading] = useState(false);
  const form = useForm(newDraft);

  async function redrawn(refusal: Outcome<unknown>) {
    const { redrawRemoval } = await fetchModule(() =>
      import("@/lib/panel/opportunities/stages/redraw_removal.ts")
    );
    return await redrawRemoval(refusal, { stage: stage!, removal: removal! }, who);
  }

  async function done(text: string) {
    onDone();
    await refreshRegions();
    showToast({ text });
  }

  return {
    ...form,
    isBusy: form.isBusy || isLoading,
    stages,
    stage,
    removal,
    at: stages.findIndex(({ id }) => id === stage?.id),
    keep: () => setRemoval(null),

    /** Null begins a new stage. */
    async open(id: number | null) {
      setRemoval(null);
      setStage(null);
      form.begin(newDraft);
      setLoading(true);
      const all = await callApi<Stage[]>("pipeline-stages", who);
      setLoading(false);
      if (!all.ok) return form.fail(all);
      setStages(all.data);
      const found = all.data.find((one) => one.id === id) ?? null;
      setStage(found);
      if (found) form.begin((typed) => ({ ...draftOf(found), ...typedIn(typed) }));
    },

    async save() {
      if (isLoading) return;
      const { name, color, default_probability, rot_days } = form.values;
      const numbers = {
        default_probability: parseDecimal(default_probability, language),
        rot_days: parseDecimal(rot_days, language),
      };
      const wrong = Object.entries(numbers).filter(([, value]) => value === undefined);
      if (wrong.length > 0) {
        return form.setErrors(Object.fromEntries(wrong.map(([name]) => [name, notUnderstood])));
      }
      const json = { name, color, ...numbers };
      const saved = await form.send(() =>
        stage
          ? callApi(`pipeline-stages/${stage.id}`, {
            ...who,
            method: "PATCH",
            json: { ...json, version: stage.version },
          })
          : callApi("pipeline-stages", { ...who, method: "POST", json })
      );
      if (saved) await done(stage ? words.saved : words.added);
    },

    /** Moves the stage one place to the left or right. */
    async shift(step: -1 | 1) {
      const ids = stages.map(({ id }) => id);
      const at = ids.indexOf(stage!.id);
      [ids[at], ids[at + step]] = [ids[at + step]!, ids[at]!];
      const call = { ...who, method: "PUT" as const, json: { ids } };
      const all = await form.send(() => callApi<Stage[]>("pipeline-stages/order", call));
      if (!all) return;
      setStages(all.data);
      setStage(all.data.find(({ id }) => id === stage!.id)!);
      await refreshRegions();
    },

    async startRemoval() {
      const query = { stage_id: stage!.id, per_page: 1 };
      const held = await form.send(() => callApi("opportunities", { ...who, query }));
      if (!held) return;
      const to = stages.find(({ id }) => id !== stage!.id)!.id;
      setRemoval({ count: held.meta?.total ?? 0, to });
    },

    moveTo: (to: number) => setRemoval((before) => before && { ...before, to }),

    /** As it is shown; a clash shows it anew. */
    async remove() {
      const { id, version } = stage!;
      const { to, count } = removal!;
      const query = { reassign_to: to, version, count };
      const removed = await form.send(async () => {
        const outcome = await callApi(`pipeline-stages/${id}`, { ...who, method: "DELETE", query });
        const now = outcome.ok ? null : await redrawn(outcome);
        if (!now) return outcome;
        setStages(now.stages);
        setStage(now.stage);
        setRemoval(now.removal);
        return now.refusal;
      });
      if (removed) await done(words.removed);
    },
  };
}
export type Stages = ReturnType<typeof useStages>;
