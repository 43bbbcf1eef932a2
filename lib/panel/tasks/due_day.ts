import type { TaskKind, TaskPriority, TaskStatus } from "@/lib/crm/tasks/task.ts";
import {
  dayIn,
  formatDue,
  formatHour,
  formatNearDay,
  type TimeFormat,
} from "@/lib/values/dates.ts";

interface Named {
  id: number;
  name: string | null;
}

/** A task as a line or card shows it. */
export interface TaskShown {
  id: number;
  version: number;
  title: string;
  status: TaskStatus;
  priority: TaskPriority;
  kind: TaskKind;
  due_at: Date | null;
  due_all_day: boolean;
  assignee: Named | null;
  client: Named | null;
  sale: Named | null;
  checklist: { text: string; done: boolean }[];
}

/** How a task's day is said, and whether it is overdue. */
export function dueOf(
  { due_at, due_all_day, status }: Pick<TaskShown, "due_at" | "due_all_day" | "status">,
  format: TimeFormat,
): { text: string; isPast: boolean } | null {
  if (!due_at) return null;
  const { timeZone, now, language } = format;
  const at = new Date(due_at);
  const [today, day] = [dayIn(timeZone, now), dayIn(timeZone, at)];
  const dayText = day < today ? formatDue(at, format).text : formatNearDay(day, language, today);
  const isOver = day < today || (!due_all_day && at < now);
  return {
    text: due_all_day ? dayText : `${dayText} ${formatHour(at, format)}`,
    isPast: isOver && status !== "done",
  };
}
