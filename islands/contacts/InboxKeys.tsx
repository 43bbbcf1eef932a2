import { usePage } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { runVerb, type Verb } from "@/lib/panel/save/run_verb.ts";
import { speak } from "@/lib/words/language.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

interface InboxKeysProps {
  userId: number;
}

/** Keys of the inbox's list: e archives the row that has the focus, a takes it. Draws nothing. */
export function InboxKeys({ userId }: InboxKeysProps) {
  const { companyId, language } = usePage();
  useEffect(() => {
    const words = speak(inboxWords, language).actions;
    const verbOf = (key: string, { id, status, assignee }: DOMStringMap): Verb | null => {
      const change = (json: unknown) => ({
        path: `contacts/${id}`,
        method: "PATCH" as const,
        json,
      });
      if (key === "e" && status !== "archived") {
        const undo = change({ status: "read" });
        return { ...change({ status: "archived" }), done: words.archived, undo };
      }
      if (key === "a" && assignee !== String(userId)) {
        const undo = change({ assignee_id: assignee ? Number(assignee) : null });
        return { ...change({ assignee_id: userId }), done: words.assignedMe, undo };
      }
      return null;
    };
    const press = async (event: KeyboardEvent) => {
      const row = document.activeElement?.closest<HTMLElement>("[data-list] [data-id]");
      if (!row || !isShortcut(event)) return;
      // Keys then mean what is selected.
      if (document.querySelector("[data-list] [data-pick]:checked")) return;
      const name = row.querySelector<HTMLElement>("[data-status]");
      const verb = verbOf(event.key, { ...name?.dataset, id: row.dataset.id });
      if (!verb) return;
      event.preventDefault();
      const next = (row.nextElementSibling ?? row.previousElementSibling) as HTMLElement | null;
      await runVerb(verb, { companyId, language });
      const linkOf = (id?: string) =>
        document.querySelector<HTMLElement>(`[data-list] [data-id="${id}"] a.row-link`);
      if (!linkOf(row.dataset.id)) linkOf(next?.dataset.id)?.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return null;
}
