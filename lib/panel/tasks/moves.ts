import { addDays, dayIn, formatNearDay, instantIn, nextMonday } from "@/lib/values/dates.ts";
import type { Carried } from "@/lib/panel/board/carrier.ts";
import { cardOf, columnOf, type Place, putAt, standing } from "@/lib/panel/board/places.ts";
import { createQueue } from "@/lib/panel/board/queue.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { localOf } from "@/lib/panel/form/field_spec.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface Options {
  companyId: number;
  language: Language;
  timeZone: string;
  /** The board must not be redrawn while this is true. */
  isHeld: () => boolean;
}

interface Change {
  id: string;
  from: Place;
  json: Record<string, unknown>;
  text: string;
  /** Change that undoes it, made of the task before. */
  back?: (before: TaskNow) => Record<string, unknown>;
}

interface TaskNow {
  id: number;
  version: number;
  status: string;
  due_at: string | null;
  due_all_day: boolean;
}

/** Sends what carrying a task means: another status, or another day. */
export function createTaskMoves({ companyId, language, timeZone, isHeld }: Options) {
  const caller = { companyId, language };
  const words = speak(taskWords, language);
  const { undo, undone } = speak(commonWords, language);
  const { send, settle, refuse } = createQueue({ language, isHeld });

  function change({ id, from, json, text, back }: Change) {
    send(async () => {
      const path = `tasks/${id}`;
      const before = await callApi<TaskNow>(path, caller);
      if (!before.ok) return refuse(before, id, from);
      const version = Number(cardOf(id)?.dataset.version) || undefined;
      const values = "due_day" in json ? dueAt(json.due_day as string | null, before.data) : json;
      const saved = await callApi<TaskNow>(path, {
        ...caller,
        method: "PATCH",
        json: { ...values, version },
      });
      if (!saved.ok) return refuse(saved, id, from);
      cardOf(id)?.setAttribute("data-version", String(saved.data.version));
      showToast({
        text,
        undo: back && {
          label: undo,
          run: () => change({ id, from, json: back(before.data), text: undone }),
        },
      });
    });
  }

  /** The task keeps its hour. */
  function dueAt(day: string | null, { due_at, due_all_day }: TaskNow) {
    if (day === null) return { due_at: null, due_all_day: true };
    const hour = due_at && !due_all_day ? localOf(due_at, timeZone).slice(11) : "00:00";
    return { due_at: instantIn(timeZone, `${day}T${hour}`).toISOString() };
  }

  return {
    settle,
    /** The card stands in the column of its new status. */
    toStatus({ card, from, back }: Carried) {
      const { key, name } = columnOf(card.parentElement!);
      const placed = (place: ReturnType<typeof standing>) => ({
        status: place.column,
        after_id: place.after_id,
        before_id: place.before_id,
      });
      change({
        id: card.dataset.card!,
        from,
        json: { ...placed(standing(card)), status: key },
        text: words.movedToStatus(name),
        back: () => placed(back),
      });
    },
    /** The card stands in the bucket of its new day; its place there is the day's. */
    toBucket({ card, from }: Carried) {
      const { key } = columnOf(card.parentElement!);
      if (key === columnOf(from.list).key) return putAt(card, from);
      if (key === "overdue") {
        putAt(card, from);
        return showToast({ text: words.notOverdue, isFailure: true });
      }
      const today = dayIn(timeZone, new Date());
      const day = dayFor(key, today);
      change({
        id: card.dataset.card!,
        from,
        json: { due_day: day },
        text: day ? words.movedTo(formatNearDay(day, language, today)) : words.movedToNone,
        back: ({ due_at, due_all_day }) => ({ due_at, due_all_day }),
      });
    },
  };
}

/** The day that a bucket gives: of this week it is Friday, or Sunday when Friday has come. */
function dayFor(bucket: string, today: string): string | null {
  const monday = nextMonday(today);
  if (bucket === "today") return today;
  if (bucket === "later") return monday;
  if (bucket !== "week") return null;
  const friday = addDays(monday, -3);
  return friday > today ? friday : addDays(monday, -1);
}
