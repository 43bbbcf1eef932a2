import type { Answer, Caller } from "@/attack/caller.ts";
import type { Report } from "@/attack/report.ts";
import { said, send, type Side } from "@/attack/scene.ts";

const area = "Fairness: one company in a hurry beside another";

interface Given {
  caller: Caller;
  report: Report;
  mark: string;
  /** The company that sends much, and the one whose times are taken. */
  sides: [Side, Side];
  /** Sends of the one that hurries. */
  requests: number;
  /** Most milliseconds that the other may wait. */
  patienceMs: number;
}

const atOnce = 16;
const quietSends = 15;
const mostBeside = 100;

/** One side sends a burst, beside which the other sends one after the other. */
export async function tryFairness(
  { caller, report, mark, sides: [hasty, calm], requests, patienceMs }: Given,
): Promise<void> {
  const sendOnce = (side: Side) => send(caller, side, { mark, once: true });
  const quiet: Answer[] = [];
  for (let n = 0; n < quietSends; n++) quiet.push(await sendOnce(calm));

  const burst: Answer[] = [];
  let left = requests;
  const worker = async () => {
    while (left-- > 0) burst.push(await sendOnce(hasty));
  };
  const startedAt = performance.now();
  let isOver = false;
  const hurrying = Promise.all(Array.from({ length: atOnce }, worker)).then(() => isOver = true);
  const beside: Answer[] = [];
  do beside.push(await sendOnce(calm)); while (!isOver && beside.length < mostBeside);
  await hurrying;
  const seconds = (performance.now() - startedAt) / 1_000;

  await report.check(
    area,
    `A burst of ${requests} is accepted, or told when to come again`,
    (trial) => {
      const accepted = burst.filter(({ status }) => status === 202).length;
      for (const answer of burst) {
        const isTold = answer.status === 429 &&
          /^\d+$/.test(answer.headers.get("retry-after") ?? "");
        trial.expect(answer.status === 202 || isTold, `A: ${said(answer)}`);
      }
      trial.figures =
        `${accepted} accepted, ${burst.length - accepted} not, in ${seconds.toFixed(1)} s; ` +
        latency(burst);
      return Promise.resolve();
    },
  );

  await report.check(area, "The other company is served meanwhile", (trial) => {
    for (const answer of beside) trial.expect(answer.status === 202, `B: ${said(answer)}`);
    for (const { ms } of beside) {
      trial.expect(ms <= patienceMs, `B waited ${Math.round(ms)} ms, more than ${patienceMs}`);
    }
    trial.figures = `alone ${latency(quiet)}; beside the burst ${latency(beside)}`;
    return Promise.resolve();
  });
}

/** The middle and the longest of the times. */
function latency(answers: Answer[]): string {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  return `middle ${Math.round(middle)} ms, longest ${Math.round(times.at(-1) ?? 0)} ms`;
}
