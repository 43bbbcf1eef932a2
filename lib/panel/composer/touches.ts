import { endOfDay, instantIn } from "@/lib/dates.ts";
import { type SaidTask, taskOf } from "@/lib/panel/tasks/quick_task.ts";

/** Pure: what can be put down on a record, and the calls that do it. */

/**
 * `reply` and `heard` are messages of a contact, out and in; `answer` is read by the client of a
 * quotation, on its page.
 */
export type Touch = "reply" | "heard" | "answer" | "note" | "call" | "task" | "event";

const onRecords: readonly Touch[] = ["note", "call", "task", "event"];

/** Whether the client of a quotation has asked, and waits for the answer. */
export type Asked = "waiting" | "answered" | null;

/**
 * Touches of the record, in the order of their tabs. A contact has a thread as well; a quotation
 * that was asked about can be answered.
 */
export function touchesOn(
  { contact_id }: About["subject"],
  asked: Asked = null,
): readonly Touch[] {
  if (contact_id !== undefined) return ["reply", "heard", ...onRecords];
  if (asked === "waiting") return ["answer", ...onRecords];
  // What is internal comes first: it must not be published by mistake.
  return asked === "answered" ? [...onRecords, "answer"] : onRecords;
}

/** The key that begins each. */
export const touchKeys: Record<Touch, string | null> = {
  reply: "r",
  heard: null,
  answer: "r",
  note: "m",
  call: "l",
  task: "t",
  event: "d",
};

/** Touches that are written as one line, which says its day and hour too. */
export function isLine(touch: Touch): touch is "task" | "event" {
  return touch === "task" || touch === "event";
}

/** The record that the composer stands on. */
export interface About {
  /** The record, as a note's body names it: `{ client_id: 7 }`. */
  subject: Readonly<Record<string, number>>;
  links: Readonly<Partial<Record<LinkName, number | null>>>;
}

type LinkName = "client_id" | "contact_id" | "opportunity_id" | "sale_id";

type Linked = Partial<Record<"client" | "contact" | "opportunity" | "sale", Named | null>>;
interface Named {
  id: number | null;
}

/** Links of a task or an event, for new ones made on its page. */
export function linksOf({ client, contact, opportunity, sale }: Linked): About["links"] {
  return {
    client_id: client?.id,
    contact_id: contact?.id,
    opportunity_id: opportunity?.id,
    sale_id: sale?.id,
  };
}

export interface TouchCall {
  path: string;
  json: Record<string, unknown>;
}

/** The call that stores a text. A contact's texts are messages of its thread. */
export function textCall(touch: Touch, body: string, { subject }: About): TouchCall {
  const { contact_id } = subject;
  if (contact_id === undefined) {
    const flags = { call: touch === "call", to_client: touch === "answer" };
    return { path: "notes", json: { body, ...subject, ...flags } };
  }
  const direction = touch === "heard" ? "in" : touch === "note" ? "note" : "out";
  const channel = touch === "call" ? { channel: "phone" } : {};
  return { path: `contacts/${contact_id}/messages`, json: { direction, body, ...channel } };
}

const hourMs = 3_600_000;

/** The body of a new event of an hour, or of a whole day where no hour is said. */
function eventOf({ line, assigneeId, timeZone }: SaidTask): Record<string, unknown> {
  const { title, day, time, personId } = line;
  const starts = instantIn(timeZone, `${day}T${time ?? "00:00"}`);
  const ends = time === null ? endOfDay(day!, timeZone) : new Date(starts.getTime() + hourMs);
  return {
    title,
    starts_at: starts.toISOString(),
    ends_at: ends.toISOString(),
    all_day: time === null,
    assignee_id: personId ?? assigneeId,
  };
}

/** The call that makes a task or an event. Events have no link to a sale. */
export function lineCall(touch: "task" | "event", said: SaidTask, { links }: About): TouchCall {
  const { sale_id, ...ofEvents } = links;
  return touch === "task"
    ? { path: "tasks", json: { ...taskOf(said), ...ofEvents, sale_id } }
    : { path: "events", json: { ...eventOf(said), ...ofEvents } };
}
