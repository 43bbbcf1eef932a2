import { describeError, type Log } from "@/lib/log.ts";

/** Events of a transaction: collected as data, handled by the process after the commit. */

/**
 * Streams to wake: one user's, the company's feed of changed records, or the waiters for its
 * responses (to anything, to one notification, or of one user).
 */
export interface Change {
  companyId: number;
  feed?: "records" | "responses";
  notificationId?: string;
  userId?: string;
}

/** A callback or push that may go out now: whose it is, and the host that it goes to. */
export interface Due {
  id: string;
  companyId: number;
  host: string;
}

/** Something for the process to do once the transaction is committed. */
export type CommitEvent =
  | { kind: "changed" } & Change
  | { kind: "callback_due" } & Due
  | { kind: "push_due" } & Due
  | { kind: "message_due"; delayMs: number } & Due;

/** Takes what a committed transaction collected, in order. It may not throw: the commit stands. */
export type Announce = (events: CommitEvent[]) => void;

interface Process {
  live: { publish(changes: Change[]): void };
  callbacks: { offer(due: Due[]): void };
  /** Absent where push is off. */
  pushes?: { offer(due: Due[]): void };
  /** Messages to customers. */
  messages: { offer(due: Due[]): void; offerIn(due: Due, delayMs: number): Promise<void> };
  log: Log;
}

/**
 * Makes the process's own `Announce`: streams wake by one publish, then callbacks and pushes go out.
 * A failure
 * is only logged, since cursors and the sweep find again what was not announced.
 */
export function announceTo({ live, callbacks, pushes, messages, log }: Process): Announce {
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
    for (
      const { kind, delayMs, ...one } of events.filter((event) => event.kind === "message_due")
    ) {
      if (delayMs === 0) attempt(() => messages.offer([one]));
      else messages.offerIn(one, delayMs).catch((error) => log.error(kind, describeError(error)));
    }
  };
}
