import { describeError, type Log } from "@/lib/log.ts";

/** Streams to wake: one user's, the company's feed, or those waiting for its responses. */
export interface Change {
  companyId: number;
  feed?: "records" | "responses";
  notificationId?: string;
  userId?: string;
}

export interface Due {
  id: string;
  companyId: number;
  host: string;
}

export type CommitEvent =
  | { kind: "changed" } & Change
  | { kind: "callback_due" } & Due
  | { kind: "push_due" } & Due
  | { kind: "message_due"; delayMs: number } & Due
  | { kind: "quote_approved" } & QuoteDue;

/** A quotation that may leave now. */
export interface QuoteDue {
  companyId: number;
  quoteId: number;
}

/** Takes a committed transaction's events in order. It may not throw: the commit stands. */
export type Announce = (events: CommitEvent[]) => void;

interface Process {
  live: { publish(changes: Change[]): void };
  callbacks: { offer(due: Due[]): void };
  pushes?: { offer(due: Due[]): void };
  /** Messages to customers. */
  messages: { offer(due: Due[]): void; offerIn(due: Due, delayMs: number): Promise<void> };
  quotes: { offer(due: QuoteDue[]): void };
  log: Log;
}

/** Wakes streams, then offers callbacks and pushes; the sweep finds what a failure missed. */
export function announceTo({ live, callbacks, pushes, messages, quotes, log }: Process): Announce {
  const attempt = (task: () => void) => {
    try {
      task();
    } catch (error) {
      log.error("after_commit_failed", describeError(error));
    }
  };
  return (events) => {
    const changes = events.filter((event) => event.kind === "changed");
    const due = events.filter((event) => event.kind === "callback_due");
    if (changes.length > 0) attempt(() => live.publish(changes));
    const pushDue = events.filter((event) => event.kind === "push_due");
    if (due.length > 0) attempt(() => callbacks.offer(due));
    if (pushDue.length > 0) attempt(() => pushes?.offer(pushDue));
    const approved = events.filter((event) => event.kind === "quote_approved");
    if (approved.length > 0) attempt(() => quotes.offer(approved));
    for (
      const { kind, delayMs, ...one } of events.filter((event) => event.kind === "message_due")
    ) {
      if (delayMs === 0) attempt(() => messages.offer([one]));
      else messages.offerIn(one, delayMs).catch((error) => log.error(kind, describeError(error)));
    }
  };
}
