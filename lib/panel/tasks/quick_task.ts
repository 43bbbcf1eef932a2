import { instantIn } from "@/lib/values/dates.ts";
import type { QuickTask } from "@/lib/panel/tasks/quick_add.ts";

export interface TaskLine {
  line: QuickTask;
  /** Assignee of a line that names nobody. */
  assigneeId: number;
  timeZone: string;
}

/** The body of a new task that a line says, without its links. */
export function taskOf({ line, assigneeId, timeZone }: TaskLine): Record<string, unknown> {
  const { title, day, time, priority, kind, personId } = line;
  return {
    title,
    due_at: day ? instantIn(timeZone, `${day}T${time ?? "00:00"}`).toISOString() : undefined,
    due_all_day: time === null,
    priority: priority ?? undefined,
    kind: kind ?? undefined,
    assignee_id: personId ?? assigneeId,
  };
}
