import { retryDelayMs } from "@/lib/outbound/retry_delay.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after the first, second, … attempt: 7 attempts in about 5 hours. */
export const delaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  hour,
  4 * hour,
];

interface Attempts {
  /** Made so far, with the one that has just ended. */
  attempts: number;
  /** Those before a person had it sent again. */
  scheduleStart: number;
}

interface Ended {
  outcome: string;
  status?: number;
  retryAfter?: string;
}

/** Ms until the next attempt; undefined where the schedule has none. */
export function nextDelayMs({ attempts, scheduleStart }: Attempts, ended: Ended) {
  // Meta says by a code of its own that it is asked too often.
  const status = ended.outcome === "graph_pace" ? 429 : ended.status;
  return retryDelayMs(delaysMs, attempts - scheduleStart, { ...ended, status });
}
