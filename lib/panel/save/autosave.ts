import type { Outcome } from "@/lib/panel/api/call_api.ts";
import type { Call, SaveState } from "@/lib/panel/save/save.ts";
import { type Attempt, createSaveQueue } from "@/lib/panel/save/save_queue.ts";
import type { StorageSource } from "@/lib/panel/save/unsaved.ts";

export interface Clock {
  now(): Date;
  after(ms: number, run: () => void): () => void;
}

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

/** A store that saves itself: one save at a time, and again what failed by the way. */
export abstract class Autosave {
  state: SaveState = { kind: "idle" };
  #cancel = () => {};
  #isRetry = false;
  #queue = createSaveQueue(() => {
    this.#cancel();
    return this.attempt();
  });

  /** @param draw called after every change */
  constructor(protected readonly draw: () => void, private readonly clock = browserClock) {}

  /** Sends what is unsaved; null if there is nothing. */
  protected abstract attempt(): Promise<Attempt> | null;

  protected get isRunning(): boolean {
    return this.#queue.isRunning();
  }

  /** @returns whether all is saved */
  run(): Promise<boolean> {
    return this.#queue.run();
  }

  stop(): void {
    this.#cancel();
  }

  protected runAfter(ms: number, isRetry = false): void {
    this.#cancel();
    this.#cancel = this.clock.after(ms, () => {
      this.#isRetry = isRetry;
      this.run().finally(() => (this.#isRetry = false));
    });
  }

  /** A retry nobody asked for leaves the line as it is until it knows more. */
  protected begin(): void {
    if (!this.#isRetry) this.show({ kind: "saving" });
  }

  protected saved(): void {
    this.show({ kind: "saved", at: this.clock.now() });
  }

  protected show(state: SaveState): void {
    this.state = state;
    this.draw();
  }

  protected calm(): void {
    if (this.state.kind === "failed") this.show({ kind: "idle" });
  }

  /** @returns whether the same values are sent again: not if they were refused */
  protected fail(outcome: Exclude<Outcome<unknown>, { ok: true }>, text: string): boolean {
    this.show({ kind: "failed", text, isOffline: outcome.why === "network" });
    const isRefusal = outcome.why === "refused" && outcome.status < 500 &&
      outcome.code !== "version_conflict";
    if (!isRefusal) this.runAfter(retryMs, true);
    return !isRefusal;
  }
}
