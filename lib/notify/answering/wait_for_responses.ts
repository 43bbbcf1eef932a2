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
    let page = await inCompany((trx) => listResponses(trx, key, query));
    while (true) {
      const remainingMs = (page.unsettled ? until + settleMs : until) - performance.now();
      if (page.records.length > 0 || remainingMs <= 0 || signal.aborted) return page;
      await poll.wait(Math.min(remainingMs, page.unsettled ? pauseMs : rereadMs), signal);
      pauseMs = page.unsettled ? Math.min(pauseMs * 2, maxUnsettledMs) : unsettledMs;
      if (signal.aborted) return page;
      page = await poll.read();
    }
  } finally {
    poll.close();
  }
}
