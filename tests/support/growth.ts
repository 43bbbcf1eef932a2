import assert from "node:assert/strict";

/** Milliseconds of the quickest of several runs: what the work takes when nothing disturbs it. */
async function quickest(work: () => unknown): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < 5; run++) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Below this, other work on the machine and the collector's pauses say more than the work. */
const clearMs = 20;

/**
 * Fails where the time of `work` grows faster than its input: for four times as much it may take
 * nine times as long, where work that is quadratic takes sixteen. What seems to take too long on a
 * busy machine is timed again. What the work throws is its answer.
 * @param shape the input for a size
 * @param size of the smaller input; it is doubled until the work takes long enough to be compared,
 * or the larger one would have more than `most`
 */
export async function assertGrowsWithInput<Input>(
  what: string,
  shape: (size: number) => Input,
  work: (input: Input) => unknown,
  { size, most }: { size: number; most: number },
): Promise<void> {
  const timeOf = (size: number) => {
    const input = shape(size);
    return quickest(async () => {
      try {
        await work(input);
      } catch {
        // A refusal takes its time too.
      }
    });
  };
  let once = await timeOf(size);
  while (once < clearMs && size * 8 <= most) once = await timeOf(size *= 2);
  let fourfold = await timeOf(size * 4);
  const isTooMuch = () => fourfold > 9 * Math.max(once, clearMs);
  for (let again = 0; again < 3 && isTooMuch(); again++) {
    once = Math.min(once, await timeOf(size));
    fourfold = Math.min(fourfold, await timeOf(size * 4));
  }
  assert.ok(
    !isTooMuch(),
    `${what}: ${size} took ${once.toFixed(1)} ms, four times as much ${fourfold.toFixed(1)} ms`,
  );
}
