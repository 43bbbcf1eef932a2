import type { Outcome } from "@/lib/panel/api/call_api.ts";
import type { Call, SaveState } from "@/lib/panel/save/save.ts";
import { type Attempt, createSaveQueue, type SaveQueue } from "@/lib/panel/save/save_queue.ts";
import type { StorageSource } from "@/lib/panel/save/unsaved.ts";

export interface Clock {
  now(): Date;
  /** @returns how to cancel it */
  after(ms: number, run: () => void): () => void;
}

/** What a store needs of the browser. */
export interface SaveTools<T> {
  call: Call<T>;
  storage: StorageSource;
  clock: Clock;
}

const browserClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Pause before what failed without being refused is sent again. */
const retryMs = 10_000;

/** Runs saves one at a time, retries those that failed by the way, and has the page's save line. */
export class Autosave {
  state: SaveState = { kind: "idle" };
  #queue: SaveQueue;
  #cancel = () => {};
  #isRetry = false;

  /** @param attempt sends what is unsaved; null if there is nothing */
  constructor(
    attempt: () => Promise<Attempt> | null,
    private readonly draw: () => void,
    private readonly clock = browserClock,
  ) {
    this.#queue = createSaveQueue(() => {
      this.#cancel();
      return attempt();
    });
  }

  get isRunning(): boolean {
    return this.#queue.isRunning();
  }

  /** @returns whether all is saved */
  run(): Promise<boolean> {
    return this.#queue.run();
  }

  runAfter(ms: number): void {
    this.#after(ms, () => this.run());
  }

  stop(): void {
    this.#cancel();
  }

  /** A retry nobody asked for leaves the line as it is until it knows more. */
  begin(): void {
    if (!this.#isRetry) this.show({ kind: "saving" });
  }

  saved(): void {
    this.show({ kind: "saved", at: this.clock.now() });
  }

  show(state: SaveState): void {
    this.state = state;
    this.draw();
  }

  /** The line forgets a failure. */
  calm(): void {
    if (this.state.kind === "failed") this.show({ kind: "idle" });
  }

  /** @returns whether the same values are sent again: not if they were refused */
  fail(outcome: Exclude<Outcome<unknown>, { ok: true }>, text: string): boolean {
    this.show({ kind: "failed", text, isOffline: outcome.why === "network" });
    const isRefusal = outcome.why === "refused" && outcome.status < 500 &&
      outcome.code !== "version_conflict";
    if (isRefusal) return false;
    this.#after(retryMs, () => {
      this.#isRetry = true;
      return this.run().finally(() => (this.#isRetry = false));
    });
    return true;
  }

  #after(ms: number, run: () => Promise<boolean>): void {
    this.#cancel();
    this.#cancel = this.clock.after(ms, () => void run());
  }
}
