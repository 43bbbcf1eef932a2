import { addDays, endOfDay, instantIn } from "@/lib/values/dates.ts";
import type { About, EntryKind } from "@/lib/panel/composer/entry_kinds.ts";
import { type TaskLine, taskOf } from "@/lib/panel/tasks/quick_task.ts";

/** The API calls that store what was written, loaded with the first. Pure. */

export interface EntryCall {
  path: string;
  json: Record<string, unknown>;
}

export interface Written {
  body: string;
  /** Ids of the attached files. */
  files: readonly string[];
  /** Account to send by; null to only record it. */
  via: number | null;
  /** Fields that only mail has. */
  mail?: Record<string, unknown> | null;
  /** The newest message of the thread that the writer has seen. */
  after?: number;
  /** The message that it quotes. */
  answers?: number;
}

/** The call that stores a text. A contact's texts are messages of its thread. */
export function textCall(
  kind: EntryKind,
  { body, via, files, mail, after, answers }: Written,
  about: About,
): EntryCall {
  const { contact_id, client_id } = about.subject;
  const content = { body, ...(files.length > 0 ? { files } : {}) };
  if (kind === "message") {
    return { path: `clients/${client_id}/messages`, json: { ...content, via, ...mail } };
  }
  if (contact_id === undefined) {
    const flags = { call: kind === "call", to_client: kind === "answer" };
    return { path: "notes", json: { ...content, ...about.subject, ...flags } };
  }
  const direction = kind === "heard" ? "in" : kind === "note" ? "note" : "out";
  const channel = kind === "call" ? { channel: "phone" } : {};
  const sender = kind === "reply" && via !== null ? { via, after, answers, ...mail } : {};
  const json = { direction, ...content, ...channel, ...sender };
  return { path: `contacts/${contact_id}/messages`, json };
}

const hourMs = 3_600_000;

/** The body of a new event: an hour, unless its end is said; a whole day where no hour is. */
export function eventOf({ line, assigneeId, timeZone }: TaskLine): Record<string, unknown> {
  const { title, day, time, until, personId } = line;
  const starts = instantIn(timeZone, `${day}T${time ?? "00:00"}`);
  const ends = time === null
    ? endOfDay(day!, timeZone)
    : until === null
    ? new Date(starts.getTime() + hourMs)
    : instantIn(timeZone, `${addDays(day!, until > time ? 0 : 1)}T${until}`);
  return {
    title,
    starts_at: starts.toISOString(),
    ends_at: ends.toISOString(),
    all_day: time === null,
    assignee_id: personId ?? assigneeId,
  };
}

/** The call that makes a task or an event. Events have no link to a sale. */
export function lineCall(kind: "task" | "event", entry: TaskLine, { links }: About): EntryCall {
  const { sale_id, ...ofEvents } = links;
  return kind === "task"
    ? { path: "tasks", json: { ...taskOf(entry), ...ofEvents, sale_id } }
    : { path: "events", json: { ...eventOf(entry), ...ofEvents } };
}
