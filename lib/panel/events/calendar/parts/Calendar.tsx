import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { CreateDialog } from "@/lib/panel/events/calendar/parts/CreateDialog.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { followNow, scrollToWork } from "@/lib/panel/events/calendar/hours.ts";
import { listenToKeys } from "@/lib/panel/events/calendar/keyboard.ts";
import { listenToPointer } from "@/lib/panel/events/calendar/pointer.ts";
import { createPreview, type Preview } from "@/lib/panel/events/calendar/preview.ts";
import { createSaver } from "@/lib/panel/events/calendar/saver.ts";
import { calendarSay } from "@/lib/panel/events/calendar/say.ts";
import type { Times } from "@/lib/panel/events/calendar/times.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import type { Scope } from "@/lib/crm/events/rule.ts";
import { later } from "@/lib/panel/page/later.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { speak } from "@/lib/words/language.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { commonWords } from "@/lib/words/common.ts";

const ScopeDialog = later(() => import("@/lib/panel/events/repeat/ScopeDialog.tsx"), "ScopeDialog");

/** A question that a drag left open. */
interface Asked {
  text: string;
  answer(scope: Scope | null): void;
}

interface CalendarProps {
  /** To whom new events are given. */
  assigneeId: number | null;
}

/** Lets the events of the calendar on this page be moved; the calendar is the server's markup. */
export function Calendar({ assigneeId }: CalendarProps) {
  const page = usePage();
  const { companyId, language, timeZone } = page;
  const who = { companyId, language };
  const words = useWords(calendarWords);
  const say = calendarSay(language, timeZone);
  const [said, setSaid] = useState("");
  const [selected, setSelected] = useState<Times | null>(null);
  const [title, setTitle] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const dialog = useDialog();
  const preview = useRef<Preview>(null);
  const isMaking = useRef(false);

  useEffect(() => {
    const drawn = preview.current = createPreview(timeZone, say);
    const saver = createSaver({
      ...who,
      preview: drawn,
      say,
      askScope: (placed, times) =>
        new Promise((answer) =>
          setAsked({ text: words.put(placed.title, say.when(times)), answer })
        ),
      isHeld: () => pointer.isDragging() || keys.isPending() || drawn.isShown("new"),
    });
    const pointer = listenToPointer({
      timeZone,
      saver,
      preview: drawn,
      onDrag: () => setSaid(""),
      onSelect(times, at) {
        setTitle("");
        setError(null);
        setSelected(times);
        dialog.open();
        placeNear(dialog.ref.current!, at);
      },
    });
    const keys = listenToKeys({
      timeZone,
      saver,
      preview: drawn,
      announce: (event, times) =>
        setSaid(times ? words.put(event.title, say.when(times)) : words.returned),
    });
    const stopNow = followNow(timeZone);
    scrollToWork(timeZone);
    document.documentElement.toggleAttribute("data-movable", true);
    return () => {
      document.documentElement.toggleAttribute("data-movable", false);
      stopNow();
      keys.stop();
      pointer.stop();
      drawn.stop();
    };
  }, []);

  async function create(thenOpen: boolean) {
    if (isSending || !selected) return;
    if (title.trim() === "") return setError(words.needsTitle);
    setSending(true);
    const made = await callApi<{ id: number }>("events", {
      ...who,
      method: "POST",
      json: {
        title,
        starts_at: new Date(selected.start).toISOString(),
        ends_at: new Date(selected.end).toISOString(),
        all_day: selected.isAllDay,
        assignee_id: assigneeId,
      },
    });
    setSending(false);
    if (!made.ok) return setError(failureText(made, language));
    const href = page.href(`/panel/events/${made.data.id}`);
    if (thenOpen) return location.assign(href);
    // The preview stays until the event itself is on the page.
    isMaking.current = true;
    preview.current?.release("new");
    dialog.close();
    await refreshRegions();
    isMaking.current = false;
    preview.current?.clear("new");
    const { undo, undone } = useWords(commonWords);
    showToast({
      text: words.created(say.when(selected)),
      undo: {
        label: undo,
        run: async () => {
          const path = `events/${made.data.id}`;
          await runVerb({ path, method: "DELETE", done: undone }, who);
        },
      },
    });
  }

  return (
    <>
      <p class="sr-only" aria-live="assertive">{said}</p>
      <CreateDialog
        dialog={dialog}
        when={selected ? say.when(selected) : ""}
        title={title}
        error={error}
        isSending={isSending}
        onType={(text) => {
          setTitle(text);
          setError(null);
        }}
        onCreate={create}
        onClose={() => {
          if (!isMaking.current) preview.current?.clear("new");
        }}
      />
      {asked && (
        <ScopeDialog
          title={repeatWords.which[language]}
          text={asked.text}
          button={speak(commonWords, language).save}
          onYes={asked.answer}
          onClose={() => {
            asked.answer(null);
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

/** Beside the selection where there is room; on a phone it is a sheet. */
function placeNear(dialog: HTMLDialogElement, { x, y }: { x: number; y: number }): void {
  const isNarrow = matchMedia("(width < 48rem)").matches;
  const { width, height } = dialog.getBoundingClientRect();
  const gap = 16;
  const left = x + gap + width < innerWidth ? x + gap : x - gap - width;
  const top = Math.min(Math.max(y - height / 2, gap), innerHeight - height - gap);
  // A dialog's own margins are important.
  dialog.style.setProperty("margin", isNarrow ? "" : "0", "important");
  Object.assign(dialog.style, {
    left: isNarrow ? "" : `${Math.max(left, gap)}px`,
    top: isNarrow ? "" : `${top}px`,
  });
}
