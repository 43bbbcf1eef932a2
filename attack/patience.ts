/** Waits are judged by those of a quiet run on the same machine, just before. */
import type { Answer, Caller } from "@/attack/caller.ts";
import type { Trial } from "@/attack/report.ts";

const timesQuiet = 20;
const probes = 5;
const everyMs = 250;

/** Limits of the time that others may wait. */
export interface Patience {
  /** Milliseconds allowed beyond the quiet run. */
  beyondMs: number;
  /** How long others go on asking afterwards: an accepted message may be read a moment later. */
  afterwardsMs: number;
}

/** The longest that a call may take: as long as alone, times the patience, and a moment. */
export function mostMs(quiet: Pick<Answer, "ms">[], patienceMs: number): number {
  return timesQuiet * tail(quiet) + patienceMs;
}

/** The time that 95 of 100 keep within. */
export function tail(answers: Pick<Answer, "ms">[]): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.95) - 1] ?? 0;
}

/** Does the work while somebody else asks for something small, and judges how they were served. */
export async function whileOthersAsk(
  { caller, trial, patience }: { caller: Caller; trial: Trial; patience: Patience },
  work: () => Promise<void>,
): Promise<void> {
  const ask = () => caller.call("GET", "/healthz", { once: true });
  const quiet: Answer[] = [];
  for (let n = 0; n < probes; n++) quiet.push(await ask());
  const limitMs = mostMs(quiet, patience.beyondMs);
  let isOver = false;
  const working = work().then(() => pause(patience.afterwardsMs)).finally(() => isOver = true);
  working.catch(() => {}); // thrown below, once the last probe is back
  let longestMs = 0;
  do {
    const { status, ms } = await ask();
    longestMs = Math.max(longestMs, ms);
    const isServed = status === 200 && ms <= limitMs;
    trial.expect(
      isServed,
      `GET /healthz beside it: ${status || "no answer"}, ${Math.round(ms)} ms`,
    );
    await pause(everyMs);
  } while (!isOver);
  await working;
  trial.figures = `alone ${Math.round(tail(quiet))} ms, beside it ${
    Math.round(longestMs)
  } ms at most`;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
