import type { Removal, Stage } from "@/lib/panel/opportunities/stages/redraw_removal.ts";
import { useEffect, useState } from "preact/hooks";
import { usePage, useWords } from "@/components/page.ts";
import { fetchModule } from "@/components/fetch_module.ts";
import { stageWords } from "@/lib/crm/stages/words.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import type { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { commonWords } from "@/lib/words/common.ts";

export interface StageDraft {
  name: string;
  color: string | null;
  default_probability: string;
  rot_days: string;
}

/** A stage among all; null where it is new or not read yet. */
interface StagePlace {
  stages: Stage[];
  stage: Stage | null;
}

const newDraft: StageDraft = { name: "", color: null, default_probability: "50", rot_days: "0" };

function draftOf(stage: Stage): StageDraft {
  const { name, color, default_probability, rot_days } = stage;
  return { name, color, default_probability: `${default_probability}`, rot_days: `${rot_days}` };
}

/** Returns what was typed before the stages were read. */
function typedIn(draft: StageDraft): Partial<StageDraft> {
  const typed = Object.entries(draft).filter(([name, value]) =>
    value !== newDraft[name as keyof StageDraft]
  );
  return Object.fromEntries(typed);
}

/** State of the stage editor. @param id null for a new stage @param onDone closes its form */
export function useStages(id: number | null, onDone: () => void) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const words = useWords(stageWords);
  const { notUnderstood } = useWords(commonWords);
  const form = useForm(newDraft);
  const [place, setPlace] = useState<StagePlace>({ stages: [], stage: null });
  const { stages, stage } = place;
  const at = stages.findIndex(({ id }) => id === stage?.id);

  useEffect(() => {
    read();
  }, []);

  async function read() {
    const all = await form.send(() => callApi<Stage[]>("pipeline-stages", caller));
    if (!all) return;
    const stage = all.data.find((one) => one.id === id) ?? null;
    setPlace({ stages: all.data, stage });
    if (stage) form.begin((typed) => ({ ...draftOf(stage), ...typedIn(typed) }));
  }

  async function done(text: string) {
    onDone();
    await refreshRegions();
    showToast({ text });
  }

  async function save() {
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
          ...caller,
          method: "PATCH",
          json: { ...json, version: stage.version },
        })
        : callApi("pipeline-stages", { ...caller, method: "POST", json })
    );
    if (saved) await done(stage ? words.saved : words.added);
  }

  /** Moves the stage one place to the left or right. */
  async function shift(step: -1 | 1) {
    const ids = stages.map(({ id }) => id);
    [ids[at], ids[at + step]] = [ids[at + step]!, ids[at]!];
    const call = { ...caller, method: "PUT" as const, json: { ids } };
    const all = await form.send(() => callApi<Stage[]>("pipeline-stages/order", call));
    if (!all) return;
    setPlace({ stages: all.data, stage: all.data.find(({ id }) => id === stage!.id)! });
    await refreshRegions();
  }

  return {
    ...form,
    ...place,
    at,
    save,
    shift,
    ...useRemoval({ place, send: form.send, setPlace, onRemoved: () => done(words.removed) }),
  };
}

export type Stages = ReturnType<typeof useStages>;

interface Removing {
  place: StagePlace;
  send: ReturnType<typeof useAnswer>["send"];
  setPlace(place: StagePlace): void;
  onRemoved(): Promise<void>;
}

/** Deletion of a stage: what is asked before it, and the call. */
function useRemoval({ place: { stages, stage }, send, setPlace, onRemoved }: Removing) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const [removal, setRemoval] = useState<Removal | null>(null);

  async function startRemoval() {
    const query = { stage_id: stage!.id, per_page: 1 };
    const page = await send(() => callApi("opportunities", { ...caller, query }));
    if (!page) return;
    const to = stages.find(({ id }) => id !== stage!.id)!.id;
    setRemoval({ count: page.meta?.total ?? 0, to });
  }

  /** Deletes the stage as it is shown; a clash shows it anew. */
  async function remove() {
    const { id, version } = stage!;
    const { to, count } = removal!;
    const query = { reassign_to: to, version, count };
    const call = { ...caller, method: "DELETE" as const, query };
    const removed = await send(async () => {
      const outcome = await callApi(`pipeline-stages/${id}`, call);
      if (outcome.ok) return outcome;
      const { redrawRemoval } = await fetchModule(() =>
        import("@/lib/panel/opportunities/stages/redraw_removal.ts")
      );
      const now = await redrawRemoval(outcome, { stage: stage!, removal: removal! }, caller);
      if (!now) return outcome;
      setPlace(now.place);
      setRemoval(now.removal);
      return now.outcome;
    });
    if (removed) await onRemoved();
  }

  return {
    removal,
    keep: () => setRemoval(null),
    moveTo: (to: number) => setRemoval((before) => before && { ...before, to }),
    startRemoval,
    remove,
  };
}
