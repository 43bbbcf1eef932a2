import { type Placed, placedOf } from "@/lib/panel/events/calendar/grid.ts";
import type { Preview } from "@/lib/panel/events/calendar/preview.ts";
import type { Say } from "@/lib/panel/events/calendar/say.ts";
import { isSameTimes, type Times } from "@/lib/panel/events/calendar/times.ts";
import type { Scope, ScopedMeta } from "@/lib/crm/events/rule.ts";
import { showScoped } from "@/lib/panel/events/repeat/show_scoped.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { saveFields } from "@/lib/panel/save/save.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { unsavedAt } from "@/lib/panel/save/unsaved.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { commonWords } from "@/lib/words/common.ts";

interface Options {
  companyId: number;
  language: Language;
  preview: Preview;
  say: Say;
  /** Asks which occurrences of a series are to be moved; null for none. */
  askScope: (placed: Placed, times: Times) => Promise<Scope | null>;
  /** The calendar must not be redrawn while this is true. */
  isHeld: () => boolean;
}

export type Saver = ReturnType<typeof createSaver>;

/** Sends the times of events, one at a time, and puts back what is refused. */
export function createSaver(
  { companyId, language, preview, say, askScope, isHeld }: Options,
) {
  const caller = { companyId, language };
  const words = speak(calendarWords, language);
  const common = speak(commonWords, language);
  /** Times saved since the markup was drawn. */
  const savedTimes = new Map<number, Placed>();
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isStale = false;

  function latest(placed: Placed): Placed {
    const saved = savedTimes.get(placed.id);
    return saved && saved.version >= placed.version ? saved : placed;
  }

  async function settle() {
    if (!isStale || waiting > 0 || isHeld()) return;
    isStale = false;
    await refreshRegions();
  }

  async function send(placed: Placed, times: Times, isUndo: boolean) {
    const before = latest(placed);
    if (isSameTimes(before.times, times)) return preview.clear(placed.id);
    const scope = placed.repeats && !isUndo ? await askScope(placed, times) : "this";
    if (scope === null) return preview.clear(placed.id);
    const path = `events/${placed.id}`;
    const record = { id: placed.id, version: before.version, ...fieldsOf(before.times) };
    const saved = await saveFields(
      { path, record, values: fieldsOf(times), query: { scope } },
      caller,
    );
    if (saved.kind !== "saved") {
      // It goes back to where it was: nothing of it is to be sent later.
      unsavedAt(companyId, path).forgetSame(fieldsOf(times));
      preview.clear(placed.id);
      const why = saved.kind === "clash" ? words.clash : failureText(saved.outcome, language);
      return showToast({ text: words.movedBack(why), isFailure: true });
    }
    const after = { ...placed, version: saved.record.version, times };
    savedTimes.set(placed.id, after);
    preview.release(placed.id);
    if (scope !== "this") return showScoped(saved.meta as ScopedMeta, caller);
    const run = () => void put(after, before.times, true);
    showToast(
      isUndo
        ? { text: common.undone }
        : { text: words.moved(say.when(times)), undo: { label: common.undo, run } },
    );
  }

  function put(placed: Placed, times: Times, isUndo = false) {
    preview.show(placed.id, times);
    waiting += 1;
    tail = tail.then(() => send(placed, times, isUndo)).finally(() => {
      waiting -= 1;
      isStale = true;
      return settle();
    });
    return tail;
  }

  return {
    settle,
    put,
    /** The event of a link, with what was saved since the link was drawn. */
    read: (link: HTMLElement) => latest(placedOf(link)),
  };
}

function fieldsOf({ start, end, isAllDay }: Times) {
  return {
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
    all_day: isAllDay,
  };
}
