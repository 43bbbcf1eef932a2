/** Looks on as a page's event streams hear that their server lives. */
import type { Page } from "playwright-core";
import { until } from "./wait.ts";

declare const beatsHeard: { count: number };

/** Counts the beats of every stream that the page opens from its next load on. */
export async function countBeats(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = { count: 0 };
    const Stream = EventSource;
    Object.assign(globalThis, {
      beatsHeard: heard,
      EventSource: class extends Stream {
        constructor(url: string) {
          super(url);
          this.addEventListener("beat", () => heard.count += 1);
        }
      },
    });
  });
}

/** Waits for one more beat than were heard so far; the page's own clock may stand still. */
export async function untilBeat(page: Page): Promise<void> {
  const heard = () => page.evaluate(() => beatsHeard.count);
  const before = await heard();
  await until(async () => await heard() > before, { what: "a sign of life" });
}
