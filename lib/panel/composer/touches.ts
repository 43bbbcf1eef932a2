import { endOfDay, instantIn } from "@/lib/dates.ts";
import { type SaidTask, taskOf } from "@/lib/panel/tasks/quick_task.ts";

/** Kinds of entries ("touches") that a record takes, and the API calls that store them. Pure. */

/**
 * `reply` and `heard` are messages of a contact, out and in; `message` goes to a client by an
 * account; `answer` is read by the client of a quotation, on its page.
 */
export type Touch = "reply" | "heard" | "message" | "answer" | "note" | "call" | "task" | "event";

const onRecords: readonly Touch[] = ["note", "call", "task", "event"];

/** Whether the client of a quotation has asked, and waits for the answer. */
export type Asked = "waiting" | "answered" | null;

/**
 * Touches of the record, in the order of their tabs. A contact has a thread as well; a quotation
 * that was asked about can be answered, and a client written to where an account can send.
 */
export function touchesOn(
  { contact_id, client_id }: About["subject"],
  { asked = null, canSend = false }: { asked?: Asked; canSend?: boolean } = {},
): readonly Touch[] {
  if (contact_id !== undefined) return ["reply", "heard", ...onRecords];
  if (asked === "waiting") return ["answer", ...onRecords];
  // Internal notes come first, so that none is sent to the client by mistake.
  if (canSend && client_id !== undefined) return [...onRecords, "message"];
  return asked === "answered" ? [...onRecords, "answer"] : onRecords;
}

/** Whether the touch may be sent by an account. */
export function isSent(touch: Touch): boolean {
  return touch === "reply" || touch === "message";
}

/** Whether the touch takes files: an answer on the page of a quotation is text only. */
export function takesFiles(touch: Touch): boolean {
  return !isLine(touch) && touch !== "answer";
}

/** Shortcut key of each touch. */
export const touchKeys: Record<Touch, string | null> = {
  reply: "r",
  heard: null,
  message: "r",
  answer: "r",
  note: "m",
  call: "l",
  task: "t",
  event: "d",
};

/** Whether the touch is written as one line, from which day and hour are parsed. */
export function isLine(touch: Touch): touch is "task" | "event" {
  return touch === "task" || touch === "event";
}

/** Record of the composer's page. */
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
}

/** The call that stores a text. A contact's texts are messages of its thread. */
export function textCall(
  touch: Touch,
  { body, via, files, mail, after }: Written,
  about: About,
): TouchCall {
  const { contact_id, client_id } = about.subject;
  const said = { body, ...(files.length > 0 ? { files } : {}) };
  if (touch === "message") {
    return { path: `clients/${client_id}/messages`, json: { ...said, via, ...mail } };
  }
  if (contact_id === undefined) {
    const flags = { call: touch === "call", to_client: touch === "answer" };
    return { path: "notes", json: { ...said, ...about.subject, ...flags } };
  }
  const direction = touch === "heard" ? "in" : touch === "note" ? "note" : "out";
  const channel = touch === "call" ? { channel: "phone" } : {};
  const sender = touch === "reply" && via !== null ? { via, after, ...mail } : {};
  const json = { direction, ...said, ...channel, ...sender };
  return { path: `contacts/${contact_id}/messages`, json };
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
