import { useEffect } from "preact/hooks";
import { type Note, noteMs, phone } from "@/lib/phone/page/state.ts";
import type { Language } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

/** One line at the bottom that says what was done; it goes by itself. */
export function NoteLine({ note, language }: { note: Note | null; language: Language }) {
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(
      () => phone.set({ note: null }),
      note.isFailure ? 2 * noteMs : noteMs,
    );
    return () => clearTimeout(timer);
  }, [note]);
  return (
    <div class="notes" role={note?.isFailure ? "alert" : "status"}>
      {note && (
        <p class="note" key={note.text}>
          <span dir="auto">{note.text}</span>
          {note.undo && (
            <button type="button" onClick={note.undo}>{phoneInboxWords.undo[language]}</button>
          )}
        </p>
      )}
    </div>
  );
}
