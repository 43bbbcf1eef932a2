import type { Due } from "@/lib/tools/after_commit.ts";
import type { LaneName } from "@/lib/fairness/lanes.ts";

export interface Deliveries<Owed extends { id: string }, Done> {
  name: string;
  /** Leases what is due and free; `holder` gets its own leases again. */
  lease(ids: string[], holder: string): Promise<Owed[]>;
  returnLeases(owed: Owed[]): Promise<void>;
  /** Ends the leases of processes that are gone. @returns how many are due by that */
  free(holders: string[]): Promise<number>;
  attempt(owed: Owed, signal: AbortSignal): Promise<Attempt<Done> | undefined>;
  store(done: Done[]): Promise<void>;
  storeEveryMs?: number;
  findDue(wanted: Wanted): Promise<Found>;
  /** Sets the alarm for a retry; if it is lost, the sweep finds the row. */
  remind(due: Due, delayMs: number): Promise<void>;
  report(done: Done): void;
}

/** An attempt that has ended, with what it was leased as. */
interface Ended {
  owed: { id: string; companyId: number; lease: string; attempts: number };
  startedAt: Date;
  result: { durationMs: number; outcome: string; status?: number; answer?: string };
}

/** Columns that every kind of delivery stores of an attempt. */
export function attemptRow({ owed, startedAt, result }: Ended) {
  return {
    id: owed.id,
    company_id: owed.companyId,
    lease: owed.lease,
    number: owed.attempts + 1,
    started_at: startedAt,
    duration_ms: Math.round(result.durationMs),
    outcome: result.outcome,
    http_status: result.status ?? null,
    answer: result.answer || null,
  };
}

export interface Wanted {
  lanes?: LaneName[];
  /** Of companies with more lanes than `mostLanes` only those behind this one. */
  after?: LaneName[];
  mostLanes: number;
  perLane: number;
  perCompany: number;
  aheadMs: number;
}

export interface FoundDue extends Due {
  delayMs: number;
}

export interface Found {
  due: FoundDue[];
  full: LaneName[];
  cutAfter: LaneName[];
}

export interface Attempt<Done> {
  done: Done;
  /** Absent where no call was made. */
  call?: { failed: boolean; durationMs: number };
  /** Absent where it is over. */
  delayMs?: number;
}
