import { useState } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { type Language, speak } from "@/lib/words/language.ts";
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

type Failed = Exclude<Outcome<unknown>, { ok: true }>;

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
export function useStages(
  { companyId, language, onDone }: { companyId: number; language: Language; onDone: () => void },
) {
  const who = { companyId, language };
  const words = speak(stageWords, language);
  const [stages, setStages] = useState<Stage[]>([]);
  const [stage, setStage] = useState<Stage | null>(null);
  const [draft, setDraft] = useState<StageDraft>(newDraft);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [isBusy, setBusy] = useState(false);

  function fail(outcome: Failed) {
    if (outcome.why === "refused") setErrors(outcome.fields);
    setFailure(failureText(outcome, language, Object.keys(newDraft)));
  }

  /** One call at a time; failures show in the form. */
  async function call<T>(path: string, how: Parameters<typeof callApi>[1]): Promise<T | null> {
    setErrors({});
    setFailure(null);
    setBusy(true);
    const outcome = await callApi<T>(path, how);
    setBusy(false);
    if (outcome.ok) return outcome.data;
    fail(outcome);
    return null;
  }

  async function redrawn(refused: Failed) {
    const { redrawRemoval } = await fetchModule(() =>
      import("@/lib/panel/opportunities/stages/redraw_removal.ts")
    );
    return await redrawRemoval(refused, { stage: stage!, removal: removal! }, who);
  }

  async function done(text: string) {
    onDone();
    await refreshRegions();
    showToast({ text });
  }

  return {
    stages,
    stage,
    draft,
    errors,
    failure,
    removal,
    isBusy,
    at: stages.findIndex(({ id }) => id === stage?.id),
    change: (part: Partial<StageDraft>) => setDraft((before) => ({ ...before, ...part })),
    keep: () => setRemoval(null),

    /** Null begins a new stage. */
    async open(id: number | null) {
      setRemoval(null);
      setStage(null);
      setDraft(newDraft);
      const all = await call<Stage[]>("pipeline-stages", who);
      if (!all) return;
      setStages(all);
      const found = all.find((one) => one.id === id) ?? null;
      setStage(found);
      if (found) setDraft((typed) => ({ ...draftOf(found), ...typedIn(typed) }));
    },

    async save() {
      const numbers = {
        default_probability: parseDecimal(draft.default_probability, language),
        rot_days: parseDecimal(draft.rot_days, language),
      };
      const { notUnderstood } = speak(commonWords, language);
      const wrong = Object.entries(numbers).filter(([, value]) => value === undefined);
      if (wrong.length > 0) {
        return setErrors(Object.fromEntries(wrong.map(([name]) => [name, notUnderstood])));
      }
      const json = { name: draft.name, color: draft.color, ...numbers };
      const saved = stage
        ? await call(`pipeline-stages/${stage.id}`, {
          ...who,
          method: "PATCH",
          json: { ...json, version: stage.version },
        })
        : await call("pipeline-stages", { ...who, method: "POST", json });
      if (saved) await done(stage ? words.saved : words.added);
    },

    /** Moves the stage one place to the left or right. */
    async shift(step: -1 | 1) {
      const ids = stages.map(({ id }) => id);
      const at = ids.indexOf(stage!.id);
      [ids[at], ids[at + step]] = [ids[at + step]!, ids[at]!];
      const json = { ids };
      const all = await call<Stage[]>("pipeline-stages/order", { ...who, method: "PUT", json });
      if (!all) return;
      setStages(all);
      setStage(all.find(({ id }) => id === stage!.id)!);
      await refreshRegions();
    },

    async startRemoval() {
      setBusy(true);
      const query = { stage_id: stage!.id, per_page: 1 };
      const held = await callApi("opportunities", { ...who, query });
      setBusy(false);
      if (!held.ok) return fail(held);
      const to = stages.find(({ id }) => id !== stage!.id)!.id;
      setRemoval({ count: held.meta?.total ?? 0, to });
    },

    moveTo: (to: number) => setRemoval((before) => before && { ...before, to }),

    /** As it is shown; a clash shows it anew. */
    async remove() {
      const { id, version } = stage!;
      const { to, count } = removal!;
      setErrors({});
      setFailure(null);
      setBusy(true);
      const query = { reassign_to: to, version, count };
      const removed = await callApi(`pipeline-stages/${id}`, { ...who, method: "DELETE", query });
      const now = removed.ok ? null : await redrawn(removed);
      setBusy(false);
      if (removed.ok) return await done(words.removed);
      if (!now) return fail(removed);
      setStages(now.stages);
      setStage(now.stage);
      setRemoval(now.removal);
      setFailure(now.failure);
    },
  };
}
export type Stages = ReturnType<typeof useStages>;
