import { useEffect } from "preact/hooks";
import { type Note, phone } from "@/lib/phone/page/state.ts";

const shownMs = 6_000;

/** One line at the bottom that says what was done; it goes by itself. */
export function NoteLine({ note }: { note: Note | null }) {
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(
      () => phone.set({ note: null }),
      note.isFailure ? 2 * shownMs : shownMs,
    );
    return () => clearTimeout(timer);
  }, [note]);
  return (
    <div class="notes" role={note?.isFailure ? "alert" : "status"}>
      {note && <p class="note" key={note.text}>{note.text}</p>}
    </div>
  );
}
