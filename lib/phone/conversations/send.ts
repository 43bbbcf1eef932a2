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
  createdAt: number;
  changedAt: number;
  attempts: number;
  retryAt: number;
  /** `moved`: a newer message arrived, and the writer decides whether to send. */
  state: "waiting" | "sending" | "moved" | "refused";
  outcome?: Omit<PhoneRefusal, "ok" | "why">;
}

export type NewSend = Pick<
  Send,
  "device" | "contactId" | "name" | "kind" | "text" | "via" | "after" | "files"
>;

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
