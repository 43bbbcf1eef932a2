/** Kinds of entries ("touches") that a record takes. Pure. */

/**
 * `reply` and `heard` are messages of a contact, out and in; `message` goes to a client by an
 * account; `answer` is read by the client of a quotation, on its page.
 */
export type EntryKind =
  | "reply"
  | "heard"
  | "message"
  | "answer"
  | "note"
  | "call"
  | "task"
  | "event";

const onRecords: readonly EntryKind[] = ["note", "call", "task", "event"];

/** Whether the client of a quotation has asked, and waits for the answer. */
export type Asked = "waiting" | "answered" | null;

/**
 * Touches of the record, in the order of their tabs. A contact has a thread as well; a quotation
 * that was asked about can be answered, and a client written to where an account can send.
 */
export function kindsOn(
  { contact_id, client_id }: About["subject"],
  { question = null, canSend = false }: { question?: Asked; canSend?: boolean } = {},
): readonly EntryKind[] {
  if (contact_id !== undefined) return ["reply", "heard", ...onRecords];
  if (question === "waiting") return ["answer", ...onRecords];
  // Internal notes come first, so that none is sent to the client by mistake.
  if (canSend && client_id !== undefined) return [...onRecords, "message"];
  return question === "answered" ? [...onRecords, "answer"] : onRecords;
}

/** Whether the touch may be sent by an account. */
export function isSent(kind: EntryKind): boolean {
  return kind === "reply" || kind === "message";
}

/** Whether the touch takes files: an answer on the page of a quotation is text only. */
export function takesFiles(kind: EntryKind): boolean {
  return !isLine(kind) && kind !== "answer";
}

/** Shortcut key of each touch. */
export const kindKeys: Record<EntryKind, string | null> = {
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
export function isLine(kind: EntryKind): kind is "task" | "event" {
  return kind === "task" || kind === "event";
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
