import { type Answer, type Caller, isLimited } from "@/attack/caller.ts";
import { mostMs, pause, tail } from "@/attack/patience.ts";
import type { Report } from "@/attack/report.ts";
import { describeAnswer, send, type Side } from "@/attack/scene.ts";

const area = "Fairness: one company in a hurry beside another";

interface Context {
  caller: Caller;
  report: Report;
  mark: string;
  /** The company that sends much, and the one whose times are taken. */
  sides: [Side, Side];
  /** Sends of the one that hurries. */
  requests: number;
  /** Milliseconds that the other may wait beyond what its quiet run allows. */
  patienceMs: number;
}

const atOnce = 16;
const shortBurst = 5 * atOnce;
/** The quiet run, which measures the load of the machine, takes at least two seconds. */
const quietSends = 20;
const betweenMs = 100;
const besideMs = 50;
const mostBeside = 100;

/** One side sends a burst, beside which the other sends one after the other. */
export async function tryFairness(
  { caller, report, mark, sides: [hasty, calm], requests, patienceMs }: Context,
): Promise<void> {
  const sendOnce = (side: Side) => send(caller, side, { mark, once: true });
  // Slowly, so that B's own limit is not what refuses it later.
  const quiet: Answer[] = [];
  while (quiet.length < quietSends) {
    quiet.push(await sendOnce(calm));
    await pause(betweenMs);
  }

  const burst: Answer[] = [];
  let remaining = requests;
  const worker = async () => {
    while (remaining-- > 0) burst.push(await sendOnce(hasty));
  };
  const startedAt = performance.now();
  let isOver = false;
  const hurrying = Promise.all(Array.from({ length: atOnce }, worker)).then(() => isOver = true);
  const beside: Answer[] = [];
  let servedMeanwhile = 0;
  do {
    beside.push(await sendOnce(calm));
    if (!isOver) servedMeanwhile++;
    await pause(besideMs);
  } while (!isOver && beside.length < mostBeside);
  await hurrying;
  const seconds = (performance.now() - startedAt) / 1_000;

  await report.check(
    area,
    `A burst of ${requests} is accepted, or told when to come again`,
    (trial) => {
      const accepted = burst.filter(({ status }) => status === 202).length;
      for (const answer of burst) {
        trial.expect(answer.status === 202 || isLimited(answer), `A: ${describeAnswer(answer)}`);
      }
      trial.figures =
        `${accepted} accepted, ${burst.length - accepted} not, in ${seconds.toFixed(1)} s; ` +
        latency(burst);
      return Promise.resolve();
    },
  );

  await report.check(area, "The other company is served meanwhile", (trial) => {
    for (const answer of beside) {
      trial.expect(answer.status === 202, `B: ${describeAnswer(answer)}`);
    }
    const [waitedMs, limitMs] = [tail(beside), mostMs(quiet, patienceMs)].map(Math.round);
    trial.expect(waitedMs! <= limitMs!, `B waited ${waitedMs} ms, more than ${limitMs}`);
    // One answer of B may take as long as a whole short burst.
    const isServed = servedMeanwhile > 0 || requests < shortBurst;
    trial.expect(isServed, "B was answered only after the burst");
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
