import type { PhoneOutcome, PhoneRefusal } from "@/lib/phone/api.ts";

/** An answer or a note on its way from this phone. Pure. */

export interface SendFile {
  name: string;
  blob: Blob;
  /** Once the server has it, and since when: it keeps what nobody attached for a day. */
  id?: string;
  at?: number;
}

export interface Send {
  /** Also its key: however often it is tried, it is one message. */
  id: string;
  device: string;
  contactId: number;
  /** Whose conversation it is. */
  name: string;
  kind: "message" | "note";
  text: string;
  via: number | null;
  /** The newest message that was shown. */
  after: number | null;
  files: SendFile[];
  createdAt: number;
  changedAt: number;
  attempts: number;
  retryAt: number;
  /** `moved`: something newer was said, and the person decides. */
  state: "waiting" | "sending" | "moved" | "refused";
  outcome?: Omit<PhoneRefusal, "ok" | "why">;
}

export type NewSend = Pick<
  Send,
  "device" | "contactId" | "name" | "kind" | "text" | "via" | "after" | "files"
>;

/** A longer try has died with its tab; files take their time. */
const staleMs = 180_000;
const retryMs = [3_000, 10_000, 30_000, 60_000];
const fileMs = 20 * 3_600_000;

export function newSend(given: NewSend, now: number): Send {
  return {
    ...given,
    id: crypto.randomUUID(),
    createdAt: now,
    changedAt: now,
    attempts: 0,
    retryAt: 0,
    state: "waiting",
  };
}

/** When it is tried next; null where a person decides. */
export function dueAt({ state, retryAt, changedAt }: Send): number | null {
  if (state === "waiting") return retryAt;
  return state === "sending" ? changedAt + staleMs : null;
}

export function isThere({ id, at = 0 }: SendFile, now: number): boolean {
  return id !== undefined && now - at < fileMs;
}

/** @returns undefined where it has arrived */
export function settle(
  send: Send,
  outcome: PhoneOutcome<unknown>,
  now: number,
): Send | undefined {
  if (outcome.ok) return undefined;
  const settled = { ...send, attempts: send.attempts + 1, changedAt: now };
  const pauseMs = retryMs[Math.min(send.attempts, retryMs.length - 1)]!;
  if (outcome.why === "offline") return { ...settled, state: "waiting", retryAt: now + pauseMs };
  const { ok: _, why: __, ...said } = outcome;
  if (said.status === 408 || said.status === 429 || said.status >= 500) {
    const retryAt = now + Math.max(pauseMs, (said.retryAfter ?? 0) * 1_000);
    return { ...settled, state: "waiting", retryAt };
  }
  const isMoved = said.code === "conversation_moved";
  return { ...settled, state: isMoved ? "moved" : "refused", outcome: said };
}

/** What came meanwhile, where the server told of it. */
export function newerIn({ outcome }: Send): { id: number; body: string; isIn: boolean } | null {
  const message = outcome?.details.message as
    | { id: number; body: string; direction: string }
    | undefined;
  if (!message) return null;
  return { id: message.id, body: message.body, isIn: message.direction === "in" };
}

/** The slot of what the worker shows of it. */
export function talkSlot({ device, contactId }: Pick<Send, "device" | "contactId">): string {
  return `relevo-talk ${device} ${contactId}`;
}

export function talkOf(slot?: string): { device: string; contactId: number } | null {
  const [, device, id] = /^relevo-talk (\S+) (\d+)$/.exec(slot ?? "") ?? [];
  return device ? { device, contactId: Number(id) } : null;
}
