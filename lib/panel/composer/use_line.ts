import { useEffect, useState } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import { localOf } from "@/lib/panel/form/field_spec.ts";
import { dayIn } from "@/lib/values/dates.ts";
import { type EntryKind, isLine } from "@/lib/panel/composer/entry_kinds.ts";
import type { PartKind, QuickTask } from "@/lib/panel/tasks/quick_add.ts";

interface Options {
  people: { id: number; name: string }[];
  me: number;
  timeZone: string;
}

const partsOfEvent: readonly PartKind[] = ["day", "time", "person"];

/** Parses a text as the line of a task or event; parts can be kept in the title instead. */
export function useLine(text: string, kind: EntryKind, { people, me, timeZone }: Options) {
  const [literal, setLiteral] = useState<string[]>([]);
  const [line, setLine] = useState<QuickTask | null>(null);

  /** Parses the text as one line. The parser is loaded with the first line. */
  async function read(): Promise<QuickTask> {
    const { parseTask } = await fetchModule(() => import("@/lib/panel/tasks/quick_add.ts"));
    const now = localOf(new Date().toISOString(), timeZone).slice(11);
    const hasEnd = kind === "event";
    const understands = hasEnd ? partsOfEvent : undefined;
    const today = dayIn(timeZone, new Date());
    const context = { today, now, people, me, literal, understands, hasEnd };
    return parseTask(text.replace(/\s+/g, " "), context);
  }

  useEffect(() => {
    if (!isLine(kind) || text.trim() === "") return setLine(null);
    let isOver = false;
    // If the parser cannot be loaded now, the text is parsed when it is sent.
    read().then((line) => isOver || setLine(line), () => {});
    return () => {
      isOver = true;
    };
  }, [text, kind, literal]);

  return {
    line,
    read,
    leave: (part: string) => setLiteral((before) => [...before, part]),
    forget: () => setLiteral([]),
  };
}
