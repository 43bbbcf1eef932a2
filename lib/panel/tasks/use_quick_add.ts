import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { dayIn } from "@/lib/values/dates.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { showMade } from "@/lib/panel/save/run_verb.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { localOf } from "@/lib/panel/form/field_spec.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { clientNames } from "@/lib/panel/tasks/client_names.ts";
import { parseTask, type QuickTask } from "@/lib/panel/tasks/quick_add.ts";
import { taskOf } from "@/lib/panel/tasks/quick_task.ts";
import { quickAddWords } from "@/lib/panel/tasks/quick_add_words.ts";

export interface QuickClient {
  id: number;
  name: string;
}

export interface QuickAddOptions {
  people: { id: number; name: string }[];
  /** The person who writes. */
  me: number;
  /** Assignee of a task that names nobody. */
  assigneeId: number;
}

const waitMs = 150;
/** More clients of a name than this are not offered. */
const maxOffered = 4;

/** State of the line for a new task: what is typed, and what it is understood as. */
export function useQuickAdd(options: QuickAddOptions) {
  const { companyId, language, timeZone } = usePage();
  const { people, me, assigneeId } = options;
  const words = useWords(quickAddWords);
  const [line, setLine] = useState("");
  const [literal, setLiteral] = useState<string[]>([]);
  const [picked, setPicked] = useState<QuickClient | null | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  const task = useMemo((): QuickTask => {
    const now = localOf(new Date().toISOString(), timeZone);
    const today = dayIn(timeZone, new Date());
    return parseTask(line, { today, now: now.slice(11), people, me, literal });
  }, [line, literal]);
  const { title } = task;
  const { matches, setMatches, clientsOf } = useClientSearch(title);
  /** The one that was picked, or the only one that fits. */
  const client = picked === undefined ? (matches.length === 1 ? matches[0]! : null) : picked;

  function clear() {
    setLine("");
    setLiteral([]);
    setMatches([]);
    setPicked(undefined);
    setFailure(null);
  }

  async function send() {
    if (isSending || line.trim() === "") return;
    if (title === "") return setFailure(words.noTitle);
    setSending(true);
    // Enter may come before the search for the client.
    const clients = picked === undefined ? await clientsOf(title) : [];
    const about = picked ?? (clients.length === 1 ? clients[0] : undefined);
    const json = { ...taskOf({ line: task, assigneeId, timeZone }), client_id: about?.id };
    const caller = { companyId, language };
    const outcome = await callApi<{ id: number }>("tasks", { ...caller, method: "POST", json });
    setSending(false);
    if (!outcome.ok) return setFailure(failureText(outcome, language));
    clear();
    await refreshRegions();
    showMade({ text: words.made, path: `tasks/${outcome.data.id}`, hasPage: true }, caller);
  }

  return {
    line,
    task,
    client,
    /** Clients to choose from, where several fit. */
    offered: picked === undefined && matches.length > 1 ? matches : [],
    assigneeId: task.personId ?? assigneeId,
    failure,
    isSending,
    type(text: string) {
      setFailure(null);
      setLine(text);
      if (text.trim() === "") clear();
    },
    /** Leaves a part in the title. */
    leave: (text: string) => setLiteral((before) => [...before, text]),
    pick: setPicked,
    send,
  };
}

/** Clients that the title may be about. */
function useClientSearch(title: string) {
  const { companyId, language } = usePage();
  const [matches, setMatches] = useState<QuickClient[]>([]);
  const search = useRef<{ title: string; done: Promise<QuickClient[]> } | null>(null);

  async function findClients(title: string): Promise<QuickClient[]> {
    for (const q of clientNames(title)) {
      const query = { q, per_page: maxOffered };
      const answer = await callApi<QuickClient[]>("clients", { companyId, language, query });
      if (!answer.ok) return [];
      const { total = 0 } = answer.meta ?? {};
      if (total > 0) return total > maxOffered ? [] : answer.data;
    }
    return [];
  }

  /** Asks once for a title, however often it is called. */
  function clientsOf(title: string): Promise<QuickClient[]> {
    if (search.current?.title !== title) {
      search.current = { title, done: findClients(title) };
    }
    return search.current.done;
  }

  useEffect(() => {
    if (clientNames(title).length === 0) return setMatches([]);
    let isOver = false;
    const timer = setTimeout(async () => {
      const clients = await clientsOf(title);
      if (!isOver) setMatches(clients);
    }, waitMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [title]);

  return { matches, setMatches, clientsOf };
}
