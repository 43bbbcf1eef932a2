import type { Due } from "@/lib/after_commit.ts";

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
  findDue(wanted: Wanted): Promise<Found[]>;
  /** Sets the alarm for a retry; if it is lost, the sweep finds the row. */
  remind(due: Due, delayMs: number): Promise<void>;
  /** Called once an attempt is stored. */
  report(done: Done): void;
}

/** At most so many of each host, or of one; also what is due only within `aheadMs`. */
export interface Wanted {
  perHost: number;
  host?: string;
  aheadMs: number;
}

export interface Found extends Due {
  /** Until it is due and free; 0 where it is now. */
  delayMs: number;
}

export interface Attempt<Done> {
  done: Done;
  /** What it says of its host; absent where that was not called. */
  call?: { failed: boolean; durationMs: number };
  /** Until it is tried again; absent where it is over. */
  delayMs?: number;
}

export interface PoolLimits {
  /** Attempts at once. */
  most?: number;
  maxPerHost?: number;
  /** To a host that answers slowly. */
  maxPerSlowHost?: number;
  /** Most of a host that wait in memory; the others wait in Postgres. */
  maxWaiting?: number;
  /** Milliseconds (tests). */
  now?: () => number;
}
