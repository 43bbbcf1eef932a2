import { retryAfterMs } from "@/lib/input/retry_after.ts";

const longestWaitMs = 5_000;

/** Waits as the server asks, twice at most. A longer wait is for the person to decide. */
export async function askAgain(
  refused: Response,
  ask: () => Promise<Response>,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): Promise<Response> {
  let response = refused;
  for (let retries = 0; retries < 2 && response.status === 429; retries++) {
    const waitMs = Math.max(1_000, retryAfterMs(response.headers.get("retry-after")));
    if (waitMs > longestWaitMs) break;
    await wait(waitMs);
    response = await ask();
  }
  return response;
}
