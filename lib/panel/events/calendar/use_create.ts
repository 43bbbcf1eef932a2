import { useRef, useState } from "preact/hooks";
import { usePage, useWords } from "@/components/page.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { calendarSay } from "@/lib/panel/events/calendar/say.ts";
import type { Times } from "@/lib/panel/events/calendar/times.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import type { Dialog } from "@/lib/panel/page/use_dialog.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { commonWords } from "@/lib/words/common.ts";

interface Creating {
  /** Employee to whom new events are assigned. */
  assigneeId: number | null;
  dialog: Dialog;
  /** The times that the calendar shows as a new event: no more to be changed, and no more at all. */
  preview: { release(): void; clear(): void };
}

/** An event whose time was selected in the calendar: its title, and the call. */
export function useCreate({ assigneeId, dialog, preview }: Creating) {
  const { companyId, href, language, timeZone } = usePage();
  const caller = { companyId, language };
  const words = useWords(calendarWords);
  const { undo, undone } = useWords(commonWords);
  const form = useForm({ title: "" }, { beside: [] });
  const [times, setTimes] = useState<Times | null>(null);
  const isMaking = useRef(false);
  const when = times ? calendarSay(language, timeZone).when(times) : "";

  async function create(thenOpen: boolean) {
    if (form.isBusy || !times) return;
    const { title } = form.values;
    if (title.trim() === "") return form.setFailure(words.needsTitle);
    const json = {
      title,
      starts_at: new Date(times.start).toISOString(),
      ends_at: new Date(times.end).toISOString(),
      all_day: times.isAllDay,
      assignee_id: assigneeId,
    };
    const call = { ...caller, method: "POST" as const, json };
    const event = await form.send(() => callApi<{ id: number }>("events", call));
    if (!event) return;
    const { id } = event.data;
    if (thenOpen) return location.assign(href(`/panel/events/${id}`));
    // The preview stays until the event itself is on the page.
    isMaking.current = true;
    preview.release();
    dialog.close();
    await refreshRegions();
    isMaking.current = false;
    preview.clear();
    const takeBack = async () => {
      await runVerb({ path: `events/${id}`, method: "DELETE", done: undone }, caller);
    };
    showToast({ text: words.created(when), undo: { label: undo, run: takeBack } });
  }

  return {
    ...form,
    when,
    create,
    select(times: Times) {
      form.begin({ title: "" });
      setTimes(times);
    },
    type(title: string) {
      form.change({ title });
      form.clear();
    },
    close: () => !isMaking.current && preview.clear(),
  };
}
