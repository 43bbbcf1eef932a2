import type { CounterName, LabelsOf } from "@/lib/metrics/families.ts";
import { count } from "@/lib/metrics/registry.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** Streams to wake: one user's, the company's feed, or those waiting for its responses. */
export interface Change {
  companyId: number;
  feed?: "records" | "responses";
  notificationId?: string;
  userId?: string;
  sent?: SentNow[];
}

/** A new notification as phones get it, and the user's phones that were paired then. */
export interface SentNow {
  notification: { id: string; status: string };
  txid: number;
  seq: number;
  phones: string[];
}

export interface Due {
  id: string;
  companyId: number;
  host: string;
}

export interface LeasedCallback {
  id: string;
  companyId: number;
  lease: string;
  url: string;
  body: string;
  attempts: number;
  scheduleStart: number;
  /** SHA-256 of the API key: signs like the key itself. */
  digest: Uint8Array;
}

export type CommitEvent =
  | { kind: "changed" } & Change
  | { kind: "callback_due"; leased?: LeasedCallback } & Due
  | { kind: "push_due" } & Due
  | { kind: "message_due" | "time_due"; delayMs: number } & Due
  | { kind: "message_paced"; companyId: number; host: string }
  | { kind: "messages_moved"; companyId: number; ids: string[] }
  | { kind: "seen"; companyId: number; people: SeenPerson[] }
  | { kind: "quote_approved" } & QuoteDue
  | { kind: "files_due" | "names_due"; companyId: number }
  | { kind: "erased"; erasure: Erasure }
  | { kind: "counted"; count(): void };

export interface SeenPerson {
  accountId: number;
  personId: string;
}

/** Ids and time of an erasure: nothing of the persons. */
export interface Erasure {
  id: string;
  companyId: number;
  /** ISO 8601. */
  at: string;
  contacts: number[];
  clients: number[];
}

/** Counts in the metrics once it is committed. */
export function counted<N extends CounterName>(
  family: N,
  labels: LabelsOf<N>,
  by = 1,
): CommitEvent {
  return { kind: "counted", count: () => count(family, labels, by) };
}

/** A quotation that may leave now. */
export interface QuoteDue {
  companyId: number;
  quoteId: number;
}

/** Takes a committed transaction's events in order. It may not throw: the commit stands. */
export type Announce = (events: CommitEvent[]) => void;

interface Delayed {
  offer(due: Due[]): void;
  offerIn(due: Due, delayMs: number): Promise<void>;
}

interface Process {
  live: { publish(changes: Change[]): void };
  callbacks: { offer(due: (Due & { leased?: LeasedCallback })[]): void };
  pushes?: { offer(due: Due[]): void };
  /** Messages to customers. */
  messages: Delayed & {
    noteMoved(moved: { companyId: number; id: string }[]): void;
    notePace(queue: { companyId: number; host: string }): void;
  };
  times: Delayed;
  quotes: { offer(due: QuoteDue[]): void };
  erasures: { offer(erasures: Erasure[]): void };
  files: { offer(companyId: number): void };
  names: { offer(companyId: number): void };
  marks: { offer(companyId: number, people: SeenPerson[]): void };
  log: Log;
}

/** Wakes streams, then offers callbacks and pushes; the sweep finds what a failure missed. */
export function announceTo(
  { live, callbacks, pushes, messages, times, quotes, erasures, files, names, marks, log }: Process,
): Announce {
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
    for (const event of events) {
      if (event.kind === "counted") attempt(event.count);
    }
    if (changes.length > 0) attempt(() => live.publish(changes));
    const pushDue = events.filter((event) => event.kind === "push_due");
    if (due.length > 0) attempt(() => callbacks.offer(due));
    if (pushDue.length > 0) attempt(() => pushes?.offer(pushDue));
    const approved = events.filter((event) => event.kind === "quote_approved");
    if (approved.length > 0) attempt(() => quotes.offer(approved));
    const erased = events.filter((event) => event.kind === "erased");
    if (erased.length > 0) attempt(() => erasures.offer(erased.map(({ erasure }) => erasure)));
    const companiesOf = (kind: CommitEvent["kind"]) =>
      new Set(
        events.flatMap((event) =>
          event.kind === kind && "companyId" in event ? event.companyId : []
        ),
      );
    for (const companyId of companiesOf("files_due")) attempt(() => files.offer(companyId));
    for (const companyId of companiesOf("names_due")) attempt(() => names.offer(companyId));
    for (const { companyId, people } of events.filter((event) => event.kind === "seen")) {
      attempt(() => marks.offer(companyId, people));
    }
    const moved = events.filter((event) => event.kind === "messages_moved")
      .flatMap(({ companyId, ids }) => ids.map((id) => ({ companyId, id })));
    if (moved.length > 0) attempt(() => messages.noteMoved(moved));
    for (const queue of events.filter((event) => event.kind === "message_paced")) {
      attempt(() => messages.notePace(queue));
    }
    for (const { kind, ...one } of events.filter((event) => "delayMs" in event)) {
      const { delayMs, ...item } = one;
      const pool = kind === "message_due" ? messages : times;
      if (delayMs === 0) attempt(() => pool.offer([item]));
      else pool.offerIn(item, delayMs).catch((error) => log.error(kind, describeError(error)));
    }
  };
}
