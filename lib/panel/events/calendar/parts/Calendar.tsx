import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { CreateDialog } from "@/lib/panel/events/calendar/parts/CreateDialog.tsx";
import { followNow, scrollToWork } from "@/lib/panel/events/calendar/hours.ts";
import { listenToKeys } from "@/lib/panel/events/calendar/keyboard.ts";
import { listenToPointer } from "@/lib/panel/events/calendar/pointer.ts";
import { createPreview, type Preview } from "@/lib/panel/events/calendar/preview.ts";
import { useCreate } from "@/lib/panel/events/calendar/use_create.ts";
import { createSaver } from "@/lib/panel/events/calendar/saver.ts";
import { calendarSay } from "@/lib/panel/events/calendar/say.ts";
import type { Scope } from "@/lib/crm/events/rule.ts";
import { later } from "@/lib/panel/page/later.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { commonWords } from "@/lib/words/common.ts";

const ScopeDialog = later(() => import("@/lib/panel/events/repeat/ScopeDialog.tsx"), "ScopeDialog");

/** A question that a drag left open. */
interface Question {
  text: string;
  answer(scope: Scope | null): void;
}

interface CalendarProps {
  /** Employee to whom new events are assigned. */
  assigneeId: number | null;
}

/** Lets the events of the calendar on this page be moved; the calendar is the server's markup. */
export function Calendar({ assigneeId }: CalendarProps) {
  const page = usePage();
  const { companyId, language, timeZone } = page;
  const caller = { companyId, language };
  const words = useWords(calendarWords);
  const say = calendarSay(language, timeZone);
  const [announcement, setAnnouncement] = useState("");
  const [question, setQuestion] = useState<Question | null>(null);
  const dialog = useDialog();
  const preview = useRef<Preview>(null);
  const creating = useCreate({
    assigneeId,
    dialog,
    preview: {
      release: () => preview.current?.release("new"),
      clear: () => preview.current?.clear("new"),
    },
  });

  useEffect(() => {
    const drawn = preview.current = createPreview(timeZone, say);
    const saver = createSaver({
      ...caller,
      preview: drawn,
      say,
      askScope: (placed, times) =>
        new Promise((answer) =>
          setQuestion({ text: words.put(placed.title, say.when(times)), answer })
        ),
      isHeld: () => pointer.isDragging() || keys.isPending() || drawn.isShown("new"),
    });
    const pointer = listenToPointer({
      timeZone,
      saver,
      preview: drawn,
      onDrag: () => setAnnouncement(""),
      onSelect(times, at) {
        creating.select(times);
        dialog.open();
        placeNear(dialog.ref.current!, at);
      },
    });
    const keys = listenToKeys({
      timeZone,
      saver,
      preview: drawn,
      announce: (event, times) =>
        setAnnouncement(times ? words.put(event.title, say.when(times)) : words.returned),
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

  return (
    <>
      <p class="sr-only" aria-live="assertive">{announcement}</p>
      <CreateDialog
        dialog={dialog}
        form={creating}
      />
      {question && <ScopeQuestion question={question} onClose={() => setQuestion(null)} />}
    </>
  );
}

function ScopeQuestion({ question, onClose }: { question: Question; onClose(): void }) {
  const { language } = usePage();
  return (
    <ScopeDialog
      title={repeatWords.which[language]}
      text={question.text}
      button={commonWords.save[language]}
      onYes={question.answer}
      onClose={() => {
        question.answer(null);
        onClose();
      }}
    />
  );
}

/** Beside the selection where there is room; on a phone it is a sheet. */
function placeNear(dialog: HTMLDialogElement, { x, y }: { x: number; y: number }): void {
  const isNarrow = matchMedia("(width < 48rem)").matches;
  const { width, height } = dialog.getBoundingClientRect();
  const gap = 16;
  const leftEdge = x + gap + width < innerWidth ? x + gap : x - gap - width;
  const top = Math.min(Math.max(y - height / 2, gap), innerHeight - height - gap);
  // A dialog's own margins are important.
  dialog.style.setProperty("margin", isNarrow ? "" : "0", "important");
  Object.assign(dialog.style, {
    left: isNarrow ? "" : `${Math.max(leftEdge, gap)}px`,
    top: isNarrow ? "" : `${top}px`,
  });
}
