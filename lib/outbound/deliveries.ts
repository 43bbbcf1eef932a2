import type { Due } from "@/lib/after_commit.ts";
import type { LaneName } from "@/lib/fairness/lanes.ts";

/** One kind of deliveries: how they are found and kept in Postgres, and how one is tried. */
export interface Deliveries<Owed extends { id: string }, Done> {
  /** For the log. */
  name: string;
  /** Leases what is due and free; `holder` gets its own leases again. */
  lease(ids: string[], holder: string): Promise<Owed[]>;
  returnLeases(owed: Owed[]): Promise<void>;
  /** `undefined` where it was aborted. Never rejects. */
  attempt(owed: Owed, signal: AbortSignal): Promise<Attempt<Done> | undefined>;
  store(done: Done[]): Promise<void>;
  /** The longest due first. */
  findDue(wanted: Wanted): Promise<Found>;
  /** Sets the alarm for a retry; if it is lost, the sweep finds the row. */
  remind(due: Due, delayMs: number): Promise<void>;
  /** Called once an attempt is stored. */
  report(done: Done): void;
}

export interface Wanted {
  /** Only these; of all lanes without it. */
  lanes?: LaneName[];
  /** Of each company with more lanes than `mostLanes` only those behind this one. */
  after?: LaneName[];
  /** Of each company. */
  mostLanes: number;
  perLane: number;
  /** Of each company, shared evenly by its lanes, and at least one of each. */
  perCompany: number;
  /** Also what is due only within so many milliseconds. */
  aheadMs: number;
}

export interface FoundDue extends Due {
  /** Until it is due and free; 0 where it is now. */
  delayMs: number;
}

export interface Found {
  due: FoundDue[];
  /** Lanes in which more may be due than was asked for. */
  full: LaneName[];
  /** The last lane that was looked at, of each company that has more than `mostLanes`. */
  cutAfter: LaneName[];
}

export interface Attempt<Done> {
  done: Done;
  /** Outcome of the call for its host; absent where none was made. */
  call?: { failed: boolean; durationMs: number };
  /** Until it is tried again; absent where it is over. */
  delayMs?: number;
}
