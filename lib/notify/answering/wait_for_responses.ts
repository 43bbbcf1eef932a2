import type { Key } from "@/lib/access/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { ResponsePolls } from "@/lib/notify/answering/polls.ts";
import { listResponses, type ResponsesQuery } from "@/lib/notify/answering/responses.ts";

// A wake-up may be lost with a connection.
const rereadMs = 25_000;
const unsettledMs = 10;
const maxUnsettledMs = 1_000;
// A poll right after an answer outwaits another running transaction of the company.
const settleMs = 500;

interface Source {
  inCompany: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  polls: ResponsePolls;
  key: Key;
}

/** Waits up to `waitMs` without a transaction. @throws Problem rate_limited (too many wait) */
export async function waitForResponses(
  { inCompany, polls, key }: Source,
  query: ResponsesQuery,
  waitMs: number,
  signal: AbortSignal,
) {
  const until = performance.now() + waitMs;
  let pauseMs = unsettledMs;
  // Opened before the first read, so that nothing falls between read and wait.
  const poll = polls.open(key, query, { counts: waitMs > 0 });
  try {
    let found = await inCompany((trx) => listResponses(trx, key, query));
    while (true) {
      const left = (found.unsettled ? until + settleMs : until) - performance.now();
      if (found.records.length > 0 || left <= 0 || signal.aborted) return found;
      await poll.wait(Math.min(left, found.unsettled ? pauseMs : rereadMs), signal);
      pauseMs = found.unsettled ? Math.min(pauseMs * 2, maxUnsettledMs) : unsettledMs;
      if (signal.aborted) return found;
      found = await poll.read();
    }
  } finally {
    poll.close();
  }
}
