import type { PhoneOutcome, PhoneRefusal } from "@/lib/phone/api.ts";

/** Outgoing answer or note in this phone's queue. Pure. */

export interface SendFile {
  name: string;
  blob: Blob;
  /** Id and time of the upload: the server deletes files that are unattached for a day. */
  id?: string;
  at?: number;
}

export interface Send {
  /** The id is the idempotency key too: retries make no second message. */
  id: string;
  device: string;
  contactId: number;
  /** Name of the conversation's contact. */
  name: string;
  kind: "message" | "note";
  text: string;
  via: number | null;
  /** Id of the newest message that was shown. */
  after: number | null;
  files: SendFile[];
  /** WhatsApp template in place of a text. */
  template?: SendTemplate;
  /** How they agreed to templates, where that is not recorded yet. */
  optIn?: string;
  /** The message that it quotes. */
  answers?: number;
  createdAt: number;
  changedAt: number;
  attempts: number;
  retryAt: number;
  /** `moved`: a newer message arrived, and the writer decides whether to send. */
  state: "waiting" | "sending" | "moved" | "refused";
  outcome?: Omit<PhoneRefusal, "ok" | "why">;
}

/** Its text stays empty: what knows no templates must not send it as words. */
export interface SendTemplate {
  name: string;
  language: string;
  variables: Record<string, string>;
  /** The message as it will look. */
  text: string;
}

export type NewSend = Pick<
  Send,
  | ("device" | "contactId" | "name" | "kind" | "text" | "via" | "after" | "files")
  | ("template" | "optIn" | "answers")
>;

/** What a template that was filled adds to a message of the queue. */
export type FilledTemplate = Required<Pick<Send, "template">> & Pick<Send, "optIn" | "files">;

/** An attempt older than this died with its tab; uploads may take minutes. */
const staleMs = 180_000;
const retryMs = [3_000, 10_000, 30_000, 60_000];
const fileMs = 20 * 3_600_000;

export function newSend(fields: NewSend, now: number): Send {
  return {
    ...fields,
    id: crypto.randomUUID(),
    createdAt: now,
    changedAt: now,
    attempts: 0,
    retryAt: 0,
    state: "waiting",
  };
}

/** Time of the next attempt, in ms; null if a person must decide. */
export function dueAt({ state, retryAt, changedAt }: Send): number | null {
  if (state === "waiting") return retryAt;
  return state === "sending" ? changedAt + staleMs : null;
}

export function isThere({ id, at = 0 }: SendFile, now: number): boolean {
  return id !== undefined && now - at < fileMs;
}

/** The words that the customer will read. */
export function wordsOf({ text, template }: Pick<Send, "text" | "template">): string {
  return template?.text ?? text;
}

/** The call's body. @param files ids of its files */
export function bodyOf(send: Send, files: string[]): Record<string, unknown> {
  const { id: key, kind, text, via, after, template, optIn, answers } = send;
  if (kind === "note") return { text, key, files };
  return {
    ...{ text, key, after, files },
    ...via !== null && { via },
    ...answers !== undefined && { answers },
    ...template && { template: { ...template, text: undefined } },
    ...optIn && { opt_in: { source: optIn } },
  };
}

/** Why the server refused it, with the field that is wrong. */
export function refusalOf({ outcome }: Pick<Send, "outcome">): string | undefined {
  const [reason] = Object.values(outcome?.fields ?? {});
  return reason ? `${outcome!.message} (${reason})` : outcome?.message;
}

/** @returns undefined if it was delivered */
export function settle(
  send: Send,
  outcome: PhoneOutcome<unknown>,
  now: number,
): Send | undefined {
  if (outcome.ok) return undefined;
  const settled = { ...send, attempts: send.attempts + 1, changedAt: now };
  const pauseMs = retryMs[Math.min(send.attempts, retryMs.length - 1)]!;
  if (outcome.why === "offline") return { ...settled, state: "waiting", retryAt: now + pauseMs };
  const { ok: _, why: __, ...failure } = outcome;
  if (failure.status === 408 || failure.status === 429 || failure.status >= 500) {
    const isExact = failure.status === 429 && failure.retryAfter !== undefined;
    const askedMs = Math.max(1, failure.retryAfter ?? 0) * 1_000;
    const retryAt = now + (isExact ? askedMs : Math.max(pauseMs, askedMs));
    return { ...settled, state: "waiting", retryAt };
  }
  const isMoved = failure.code === "conversation_moved";
  return { ...settled, state: isMoved ? "moved" : "refused", outcome: failure };
}

/** The newer message that the server reported in its refusal, if any. */
export function newerIn({ outcome }: Send): { id: number; body: string; isIn: boolean } | null {
  const message = outcome?.details.message as
    | { id: number; body: string; direction: string }
    | undefined;
  if (!message) return null;
  return { id: message.id, body: message.body, isIn: message.direction === "in" };
}

/** Slot (tag) of the worker's notification about it. */
export function conversationSlot(
  { device, contactId }: Pick<Send, "device" | "contactId">,
): string {
  return `relevo-talk ${device} ${contactId}`;
}

export function conversationOf(slot?: string): { device: string; contactId: number } | null {
  const [, device, id] = /^relevo-talk (\S+) (\d+)$/.exec(slot ?? "") ?? [];
  return device ? { device, contactId: Number(id) } : null;
}
