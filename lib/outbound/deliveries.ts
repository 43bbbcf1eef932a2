import { count, observe } from "@/lib/metrics/registry.ts";
import type { Due } from "@/lib/tools/after_commit.ts";
import type { QueueName } from "@/lib/fairness/queues.ts";

export interface Deliveries<Pending extends { id: string }, Done> {
  name: string;
  /** Leases what is due and free; `holder` gets its own leases again. */
  lease(ids: string[], holder: string): Promise<Pending[]>;
  returnLeases(pending: Pending[]): Promise<void>;
  /** Ends the leases of processes that are gone. @returns how many are due now */
  free(holders: string[]): Promise<number>;
  attempt(pending: Pending, signal: AbortSignal): Promise<Attempt<Done> | undefined>;
  store(done: Done[]): Promise<void>;
  storeEveryMs?: number;
  findDue(wanted: Wanted): Promise<DueWork>;
  /** Sets the alarm for a retry; if it is lost, the sweep finds the row. */
  remind(due: Due, delayMs: number): Promise<void>;
  report(done: Done): void;
}

/** An attempt that has ended, with what it was leased as. */
interface Ended {
  pending: { id: string; companyId: number; lease: string; attempts: number };
  startedAt: Date;
  result: { durationMs: number; outcome: string; status?: number; answer?: string };
}

/** Columns that every kind of delivery stores of an attempt. */
export function attemptRow({ pending, startedAt, result }: Ended) {
  return {
    id: pending.id,
    company_id: pending.companyId,
    lease: pending.lease,
    number: pending.attempts + 1,
    started_at: startedAt,
    duration_ms: Math.round(result.durationMs),
    outcome: result.outcome,
    http_status: result.status ?? null,
    answer: result.answer || null,
  };
}

export const attemptColumns = {
  id: "uuid",
  company_id: "int",
  lease: "uuid",
  number: "int",
  started_at: "timestamptz",
  duration_ms: "int",
  outcome: "text",
  http_status: "int",
  answer: "text",
} as const;

export interface Wanted {
  queues?: QueueName[];
  /** For companies with more queues than `mostQueues`, the queue to continue behind. */
  after?: QueueName[];
  mostQueues: number;
  perQueue: number;
  perCompany: number;
  aheadMs: number;
}

export interface FoundDue extends Due {
  delayMs: number;
}

export interface DueWork {
  due: FoundDue[];
  full: QueueName[];
  cutAfter: QueueName[];
}

interface Measure {
  kind: "callback" | "push" | "message" | "mail" | "due";
  outcome: string;
  isGivenUp: boolean;
}

/** Outcome of a call for counting: of a status its class. */
export function outcomeOf({ outcome, status }: { outcome: string; status?: number }): string {
  return outcome === "status" && status !== undefined ? `${Math.floor(status / 100)}xx` : outcome;
}

export function countAttempt({ measure, call }: Pick<Attempt<unknown>, "measure" | "call">): void {
  if (!measure) return;
  const { kind, outcome, isGivenUp } = measure;
  count("relevo_attempts_total", [kind, outcome]);
  if (call) observe("relevo_attempt_seconds", [kind], call.durationMs / 1_000);
  if (isGivenUp) count("relevo_given_up_total", [kind]);
}

export interface Attempt<Done> {
  done: Done;
  /** Absent where no call was made. */
  call?: { failed: boolean; durationMs: number; isPaced?: boolean };
  /** Absent where it is over. */
  delayMs?: number;
  measure?: Measure;
}
