import type { PhoneOutcome, PhoneRefusal } from "@/lib/phone/api.ts";

export interface OutboxItem {
  /** One per pairing and notification: of several tabs that answer, the first wins here already. */
  id: string;
  device: string;
  notificationId: string;
  actionId: string | null;
  actionLabel: string | null;
  reply: string | null;
  title?: string;
  createdAt: number;
  /** Until then it can be undone and is not sent; by this phone's clock. */
  sendAt: number;
  state: "waiting" | "sending" | "sent" | "refused";
  attempts: number;
  retryAt: number;
  /** The server asked for a pause: not before, even where the connection is back. */
  notBefore?: number;
  /** The last try that is likely to arrive before the notification's end. */
  lastAt?: number;
  changedAt: number;
  outcome?: Omit<PhoneRefusal, "ok" | "why">;
  understoodAt?: number;
}

export interface NewAnswer {
  device: string;
  notificationId: string;
  actionId?: string;
  actionLabel?: string;
  title?: string;
  reply?: string;
  expiresAt: string | null;
  undoMs?: number;
}

/** Margin in which the request still arrives before the end. */
const marginMs = 2_000;
/** A longer try has died with its tab. */
const staleMs = 30_000;
const tryMs = 15_000;
const retryMs = [5_000, 15_000, 30_000, 60_000];
const keptMs = 30 * 24 * 3_600_000;

export function outboxId(device: string, notificationId: string): string {
  return `${device}:${notificationId}`;
}

/** @param aheadMs how much the server's clock, which decides, is ahead of `now` */
export function newItem(answer: NewAnswer, now: number, aheadMs = 0): OutboxItem {
  const { device, notificationId, actionId = null, actionLabel = null, reply = null } = answer;
  const { expiresAt, undoMs = 5_000 } = answer;
  const latest = expiresAt ? Date.parse(expiresAt) - aheadMs - marginMs : Infinity;
  return {
    id: outboxId(device, notificationId),
    device,
    notificationId,
    actionId,
    actionLabel,
    reply,
    title: answer.title,
    createdAt: now,
    sendAt: Math.max(now, Math.min(now + undoMs, latest)),
    state: "waiting",
    attempts: 0,
    retryAt: 0,
    lastAt: latest,
    changedAt: now,
  };
}

/** Time of the next try; `null` where nothing is left to send. */
export function dueAt(item: OutboxItem): number | null {
  if (item.state === "waiting") return Math.max(item.sendAt, item.retryAt);
  return item.state === "sending" ? item.changedAt + staleMs : null;
}

/** Reports whether it may leave now that the server can be reached, whatever pause it was in. */
export function mayGo({ state, sendAt, notBefore = 0 }: OutboxItem, now: number): boolean {
  return state === "waiting" && Math.max(sendAt, notBefore) <= now;
}

/** Milliseconds for a try: one that hangs must not use up the last instant. */
export function patienceFor({ lastAt = Infinity }: OutboxItem, now: number): number {
  const leftMs = lastAt - now;
  return leftMs > 0 ? Math.min(tryMs, Math.max(leftMs, 1_000)) : tryMs;
}

/** Reports whether it surely never left this phone. */
export function canUndo({ state, attempts }: OutboxItem): boolean {
  return state === "waiting" && attempts === 0;
}

/** Reports whether a new answer to the same notification may take its place. */
export function isReplaceable({ state }: OutboxItem): boolean {
  return state === "refused";
}

export function isOld({ state, changedAt, understoodAt }: OutboxItem, now: number): boolean {
  const overAt = state === "sent" ? changedAt : understoodAt;
  return overAt !== undefined && overAt + keptMs < now;
}

/** Retryable items stay; refused ones are kept to be shown. */
export function settle(item: OutboxItem, outcome: PhoneOutcome<unknown>, now: number): OutboxItem {
  const settled = { ...item, attempts: item.attempts + 1, changedAt: now };
  if (outcome.ok) return { ...settled, state: "sent" };
  if (outcome.why === "offline") return { ...settled, state: "waiting", retryAt: pause() };
  const { status, code, message, details, retryAfter } = outcome;
  if (status === 408 || status === 429 || status >= 500) {
    const isExact = status === 429 && retryAfter !== undefined;
    const askedAt = now + Math.max(1, retryAfter ?? 0) * 1_000;
    const retryAt = inTime(isExact ? askedAt : Math.max(pause(), askedAt));
    return { ...settled, state: "waiting", retryAt, notBefore: retryAt };
  }
  return { ...settled, state: "refused", outcome: { status, code, message, details, retryAfter } };

  function pause(): number {
    return inTime(now + retryMs[Math.min(item.attempts, retryMs.length - 1)]!);
  }

  function inTime(instant: number): number {
    const { lastAt = Infinity } = item;
    return now < lastAt ? Math.min(instant, lastAt) : instant;
  }
}
