import type { Trx } from "@/lib/db/connection.ts";
import { type Live, Waiter } from "@/lib/notify/streams/live.ts";
import { listResponses, type ResponsesQuery } from "@/lib/notify/answering/responses.ts";

// A wake-up may be lost with a connection; an unsettled row is settled within a moment, unless a
// transaction stays open, which must not be asked for without pause.
const rereadMs = 5_000;
const unsettledMs = 10;
const maxUnsettledMs = 1_000;
// Who asks right after an answer finds it, although a neighbour's transaction is still running.
const settleMs = 500;

interface Source {
  inCompany: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  live: Live;
  companyId: number;
}

/**
 * Reads responses, and where there are none waits up to `waitMs` for one; no transaction is open
 * while it waits.
 */
export async function waitForResponses(
  { inCompany, live, companyId }: Source,
  query: ResponsesQuery,
  waitMs: number,
  signal: AbortSignal,
) {
  const waiter = new Waiter();
  const until = performance.now() + waitMs;
  let pauseMs = unsettledMs;
  // Before the first read, so that nothing falls between the read and the wait.
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
