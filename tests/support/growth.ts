import assert from "node:assert/strict";
import process from "node:process";

/**
 * Processor time that work takes, which other processes on the machine do not lengthen. Runs are
 * repeated until one took no more than `enough`, or one ten times as much, and the quickest counts:
 * pauses of the collector say nothing of the work.
 */
async function quickest(work: () => unknown, runs: number, enough: number): Promise<number> {
  let best = Infinity;
  const hopeless = 10 * enough;
  for (let run = 0; run < runs && best > enough && !(best > hopeless && run > 0); run++) {
    const before = process.cpuUsage();
    try {
      await work();
    } catch {
      // A refusal takes its time too.
    }
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

/**
 * Milliseconds below which the compiler and the collector say more than the work, also on a machine
 * whose cores are a quarter as quick. Quadratic work on a million letters takes minutes.
 */
const clearMs = 200;
/** Work that is quadratic takes sixteen times as long for four times as much. */
const mostTimes = 8;

export interface Work<Input> {
  /** The input for a size. */
  shape: (size: number) => Input;
  read: (input: Input) => unknown;
}

/**
 * Fails where four times as much takes more than eight times as long, or the larger input more than
 * `mostMs`.
 * @param size of the larger input
 * @returns milliseconds of processor time that the larger one took
 */
export async function assertGrowsWithInput<Input>(
  what: string,
  { shape, read }: Work<Input>,
  { size, mostMs = Infinity }: { size: number; mostMs?: number },
): Promise<number> {
  const large = shape(size);
  const allowed = mostTimes * clearMs;
  let took = await quickest(() => read(large), 3, Math.min(allowed, mostMs));
  if (took <= Math.min(allowed, mostMs)) return took;
  assert.ok(took <= 10 * mostMs, `${what}: ${size} took ${took.toFixed(0)} ms`);
  const small = shape(Math.floor(size / 4));
  const once = await quickest(() => read(small), 5, clearMs);
  const enough = Math.min(mostMs, mostTimes * Math.max(once, clearMs));
  if (took > enough) took = Math.min(took, await quickest(() => read(large), 3, enough));
  const times = `a fourth took ${once.toFixed(1)} ms, all of ${size} ${took.toFixed(1)} ms`;
  assert.ok(took <= enough, `${what}: ${times}`);
  return took;
}

/** Fails where the work takes longer in each of three runs. */
export async function assertWithin<Input>(
  what: string,
  { shape, read }: Work<Input>,
  { size, mostMs }: { size: number; mostMs: number },
): Promise<void> {
  const input = shape(size);
  const took = await quickest(() => read(input), 3, mostMs);
  assert.ok(took <= mostMs, `${what}: ${size} took ${took.toFixed(0)} ms`);
}
