import type { Trx } from "@/lib/db/connection.ts";
import { type Live, Waiter } from "@/lib/notify/streams/live.ts";
import { listResponses, type ResponsesQuery } from "@/lib/notify/answering/responses.ts";

// A wake-up may be lost with a connection.
const rereadMs = 5_000;
const unsettledMs = 10;
const maxUnsettledMs = 1_000;
// A poll right after an answer outwaits a neighbour's running transaction.
const settleMs = 500;

interface Source {
  inCompany: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  live: Live;
  companyId: number;
}

/** Waits up to `waitMs` for a response; no transaction is open while it waits. */
export async function waitForResponses(
  { inCompany, live, companyId }: Source,
  query: ResponsesQuery,
  waitMs: number,
  signal: AbortSignal,
) {
  const waiter = new Waiter();
  const until = performance.now() + waitMs;
  let pauseMs = unsettledMs;
  // Subscribed before the first read, so that nothing falls between read and wait.
  const unsubscribe = live.subscribe({ companyId }, waiter.wake);
  try {
    while (true) {
      const found = await inCompany((trx) => listResponses(trx, { companyId }, query));
      const left = (found.unsettled ? until + settleMs : until) - performance.now();
      if (found.records.length > 0 || left <= 0 || signal.aborted) return found;
      await waiter.next(Math.min(left, found.unsettled ? pauseMs : rereadMs), signal);
      pauseMs = found.unsettled ? Math.min(pauseMs * 2, maxUnsettledMs) : unsettledMs;
    }
  } finally {
    unsubscribe();
  }
}
